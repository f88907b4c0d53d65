package dev.tidings.server.inbox;

import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;

/**
 * A position in a list, as text that a client hands back: 16 bytes of position and 4 of a checksum over it and the question, so that
 * it is refused by any other question.
 */
public final class InboxCursor {
    private InboxCursor() {}

    /** @param question what was asked, all that two different questions differ in */
    public static String after(UUID position, String question) {
        ByteBuffer bytes = ByteBuffer.allocate(20)
                .putLong(position.getMostSignificantBits())
                .putLong(position.getLeastSignificantBits())
                .putInt(checksum(position, question));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    public static UUID parse(String cursor, String question) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(cursor));
            UUID position = new UUID(bytes.getLong(), bytes.getLong());
            if (bytes.getInt() != checksum(position, question) || bytes.hasRemaining() || position.version() != 7) {
                throw new InvalidCursorException();
            }
            return position;
        } catch (IllegalArgumentException | BufferUnderflowException e) {
            throw new InvalidCursorException();
        }
    }

    private static int checksum(UUID position, String question) {
        return (int) Hashing.xxh3_64()
                .hashStream()
                .putLong(position.getMostSignificantBits())
                .putLong(position.getLeastSignificantBits())
                .putString(question)
                .getAsLong();
    }
}
