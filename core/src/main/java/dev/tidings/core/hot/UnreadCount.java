package dev.tidings.core.hot;

import java.time.Instant;

/**
 * How many are unread.
 *
 * @param validUntil when the first of them expires; from then on it has to be counted again
 */
public record UnreadCount(long unread, Instant validUntil) {

    /** @param expires when the first of those that were added expires */
    public UnreadCount plus(long change, Instant expires) {
        return new UnreadCount(unread + change, expires.isBefore(validUntil) ? expires : validUntil);
    }
}
