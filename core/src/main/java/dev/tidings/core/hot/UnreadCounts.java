package dev.tidings.core.hot;

import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * A fenced cache of the number of unread notifications per user. A cached count is adjusted by each write; it is read from the inbox again
 * only if it was dropped, or when one of the notifications expires. While a write is in flight, the count before it is found: the write is
 * not acknowledged yet.
 *
 * <p>Writes that only add new items need no order. Writers that compute the change of the count from a read of the inbox must be serialized
 * per user.
 */
public interface UnreadCounts extends FencedCache<UnreadCount> {

    /**
     * Ends a lease with the change of the count, which may be negative.
     *
     * @param expires when the first of the added notifications expires
     */
    CompletableFuture<Void> changed(UserKey user, CacheVersion version, long change, Instant expires);
}
