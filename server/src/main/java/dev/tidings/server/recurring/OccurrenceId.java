package dev.tidings.server.recurring;

import dev.tidings.core.metadata.RecurringSchedule;
import dev.tidings.core.model.UuidV7;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.UUID;

/**
 * Computes the deterministic id of an occurrence from its time and a hash of schedule and series, so that adding it twice is idempotent.
 * The series is included because a cancelled id stays cancelled: a schedule that is resumed or edited needs another id for the same time.
 */
final class OccurrenceId {
    private OccurrenceId() {}

    static UUID of(RecurringSchedule schedule, Instant time) {
        MessageDigest digest = sha256();
        put(digest, schedule.tenant());
        put(digest, schedule.name());
        digest.update(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(schedule.progress().series())
                .putLong(time.toEpochMilli())
                .flip());
        ByteBuffer hash = ByteBuffer.wrap(digest.digest());
        return UuidV7.of(time.toEpochMilli(), hash.getInt(), hash.getLong());
    }

    /** With its length, so that no two pairs of texts hash the same bytes. */
    private static void put(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
        digest.update(bytes);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
