package dev.tidings.core.hot;

import java.time.Instant;

/**
 * A user's number of unread notifications, with the time until which it is valid.
 *
 * @param validUntil when the first of them expires; from then on they have to be counted again
 */
public record UnreadCount(long unread, Instant validUntil) {

    /** @param expires when the first of the added notifications expires */
    public UnreadCount plus(long change, Instant expires) {
        return new UnreadCount(unread + change, expires.isBefore(validUntil) ? expires : validUntil);
    }
}
