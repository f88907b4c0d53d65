package dev.tidings.server.inbox;

import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;

/**
 * Encodes and parses the opaque cursor of a paged list: a UUIDv7 position and a checksum over it and the query. A cursor of another query
 * is rejected with an {@link InvalidCursorException}. Used by inboxes, histories, dead letters and sent notifications.
 */
public final class PageCursor {
    private PageCursor() {}

    /** @param query identifies the query: everything in which two queries differ */
    public static String after(UUID position, String query) {
        ByteBuffer bytes = ByteBuffer.allocate(20)
                .putLong(position.getMostSignificantBits())
                .putLong(position.getLeastSignificantBits())
                .putInt(checksum(position, query));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    public static UUID parse(String cursor, String query) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(cursor));
            UUID position = new UUID(bytes.getLong(), bytes.getLong());
            if (bytes.getInt() != checksum(position, query) || bytes.hasRemaining() || position.version() != 7) {
                throw new InvalidCursorException();
            }
            return position;
        } catch (IllegalArgumentException | BufferUnderflowException e) {
            throw new InvalidCursorException();
        }
    }

    private static int checksum(UUID position, String query) {
        return (int) Hashing.xxh3_64()
                .hashStream()
                .putLong(position.getMostSignificantBits())
                .putLong(position.getLeastSignificantBits())
                .putString(query)
                .getAsLong();
    }
}
