package dev.tidings.core.model;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hasher128;
import com.dynatrace.hash4j.hashing.Hashing;
import java.time.Instant;
import java.util.UUID;

/** Ids that sort by time: 48 bits of milliseconds, then 74 bits that make them unique. */
public final class UuidV7 {
    private static final long MAX_MILLIS = (1L << 48) - 1;

    /** Part of where rows lie: never changes. */
    private static final Hasher128 HASH = Hashing.murmur3_128();

    private UuidV7() {}

    /**
     * @param randomA 12 bits
     * @param randomB 62 bits
     */
    public static UUID of(long epochMillis, int randomA, long randomB) {
        if (epochMillis < 0 || epochMillis > MAX_MILLIS) {
            throw new IllegalArgumentException("epochMillis: got " + epochMillis + ", expected 0 to " + MAX_MILLIS);
        }
        return new UUID(
                epochMillis << 16 | 0x7000 | randomA & 0xfff,
                0x8000_0000_0000_0000L | randomB & 0x3fff_ffff_ffff_ffffL);
    }

    /** The smallest id of a time: what a range that starts there starts with. */
    public static UUID first(Instant time) {
        return of(time.toEpochMilli(), 0, 0);
    }

    /** The place in time of something that happens later than its id was made: the same however often it is asked for. */
    public static UUID placed(Instant time, UUID id) {
        HashValue128 hash = HASH.hashStream()
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .get();
        return of(time.toEpochMilli(), (int) hash.getMostSignificantBits(), hash.getLeastSignificantBits());
    }

    /** The time inside. */
    public static Instant time(UUID id) {
        if (id.version() != 7) {
            throw new IllegalArgumentException("id: got " + id + ", expected a version 7 uuid, which carries a time");
        }
        return Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
    }
}
