package dev.tidings.server.feed;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The point in a change feed up to which a client has received it; opaque to clients, which send it back to resume. Its text is the id of
 * the newest change; if changes around it may still become visible, a dot and the identities of those the client has follow.
 *
 * @param newest the id of the newest change, or where the client began
 * @param settled whether the client has everything up to the newest
 * @param sent the identities of the changes around the newest that the client has; empty if settled
 */
public record FeedCursor(UUID newest, boolean settled, List<Long> sent) {
    /** The maximum number of identities. A client that received more in the time of an overlap may receive some again. */
    public static final int MAX_SENT = 64;

    private static final char SEPARATOR = '.';
    private static final int UUID_LENGTH = 36;

    public FeedCursor {
        sent = List.copyOf(sent);
    }

    public static FeedCursor settledAt(UUID newest) {
        return new FeedCursor(newest, true, List.of());
    }

    public String text() {
        if (settled) {
            return newest.toString();
        }
        ByteBuffer identities = ByteBuffer.allocate(Long.BYTES * sent.size());
        sent.forEach(identities::putLong);
        return newest.toString()
                + SEPARATOR
                + Base64.getUrlEncoder().withoutPadding().encodeToString(identities.array());
    }

    /** Empty if the text was never that of a cursor. */
    public static Optional<FeedCursor> parse(String text) {
        try {
            boolean settled = text.length() == UUID_LENGTH;
            if (!settled && (text.length() < UUID_LENGTH || text.charAt(UUID_LENGTH) != SEPARATOR)) {
                return Optional.empty();
            }
            UUID newest = UUID.fromString(text.substring(0, UUID_LENGTH));
            ByteBuffer identities = ByteBuffer.wrap(
                    settled ? new byte[0] : Base64.getUrlDecoder().decode(text.substring(UUID_LENGTH + 1)));
            Long[] sent = new Long[identities.remaining() / Long.BYTES];
            for (int i = 0; i < sent.length; i++) {
                sent[i] = identities.getLong();
            }
            FeedCursor cursor = new FeedCursor(newest, settled, List.of(sent));
            return newest.version() == 7
                            && sent.length <= MAX_SENT
                            && cursor.text().equals(text)
                    ? Optional.of(cursor)
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
