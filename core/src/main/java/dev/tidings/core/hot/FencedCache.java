package dev.tidings.core.hot;

import dev.tidings.core.model.UserKey;
import java.util.concurrent.CompletableFuture;

/**
 * A cache of per-user data from the tables, fenced by versions so that it never serves a value older than an acknowledged write.
 *
 * <p>A writer takes a lease before it changes the tables and ends it with the result before it acknowledges the change. A reader that
 * misses reads the tables and offers the value with the version it got from the miss. The value is kept only if no lease was taken, held or
 * ended since that version; otherwise it could be a value from before the change.
 *
 * <p>Writers can die while they hold a lease. When the lease expires, the cached value is dropped, because the change may or may not have
 * been made. A slow writer still ends its lease later, which drops whatever was cached since. A lease lasts longer than any write to the
 * tables, so that no write of a dead writer takes effect after its lease. After a loss of the hot state the leases are unknown; nothing is
 * kept for the length of one lease.
 */
public interface FencedCache<V> {

    /** Looks up the user's value. */
    CompletableFuture<CacheLookup<V>> find(UserKey user);

    /** Keeps a value that was read from the tables after {@link #find} returned the version, unless a change came in between. */
    CompletableFuture<Void> putIfUnchanged(UserKey user, CacheVersion version, V value);

    /**
     * Takes a lease before a change of the tables. Several leases of a user may be held at once. If this fails, the change must not be
     * made.
     *
     * @return the version to end the lease with
     */
    CompletableFuture<CacheVersion> beginChange(UserKey user);

    /** Ends a lease without a known result: the cached value is dropped. Also accepts a lease that has expired. */
    CompletableFuture<Void> changedUnknown(UserKey user, CacheVersion version);
}
