package dev.tidings.core.hot;

import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A fenced cache of the number of unread notifications per user. A cached count is adjusted by each write; it is read from the inbox again
 * only if it was dropped, or when one of the notifications expires. While a write is in flight, the count before it is found: the write is
 * not acknowledged yet.
 *
 * <p>A lease is also what the {@link LiveBus} goes by: taking it and ending it raise the user's {@link LiveNumber}, and its end publishes the
 * changes.
 *
 * <p>Writes that only add new items need no order: they use {@link #beginAdding}. Writers that compute the change of the count from a read
 * of the inbox use {@link #beginChange}; if two of them overlap, the count is dropped.
 */
public interface UnreadCounts extends FencedCache<UnreadCount> {

    /**
     * Takes a lease for a write that only adds items, by the owner of the user's partition. Fails with a {@link FencedException} if a later
     * owner was seen. If a later owner is seen before the lease ends, the count is dropped: it may have added the same. So it is for the length
     * of a lease after an owner is first seen: records that the former owner has added may come without a mark.
     */
    CompletableFuture<CacheVersion> beginAdding(UserKey user, OwnerEpoch owner);

    /**
     * Ends a lease with the change of the count, which may be negative, and publishes what was written.
     *
     * @param expires when the first of the added notifications expires
     */
    CompletableFuture<Void> changed(
            UserKey user, CacheVersion version, long change, Instant expires, List<InboxChange> published);
}
