package dev.tidings.server.hot;

import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.model.UserKey;
import java.util.concurrent.CompletableFuture;

/**
 * Ends leases on unread counts. While a lease is held, the count of before the write is found; so a lease whose end got no answer is ended
 * again, as one with an unknown outcome. If the hot state does not answer at all, readers count the rows, and the lease expires.
 */
public final class CountLeases {
    private static final int MAX_TRIES = 5;

    private CountLeases() {}

    /** Completes when the lease has ended, or can't be ended. Never fails. */
    public static CompletableFuture<Void> ended(
            UnreadCounts counts, UserKey user, CacheVersion lease, CompletableFuture<Void> ending) {
        return ended(counts, user, lease, ending, 1);
    }

    private static CompletableFuture<Void> ended(
            UnreadCounts counts, UserKey user, CacheVersion lease, CompletableFuture<Void> ending, int tried) {
        return ending.handle((done, failure) -> failure == null || tried == MAX_TRIES
                        ? CompletableFuture.<Void>completedFuture(null)
                        : ended(counts, user, lease, counts.changedUnknown(user, lease), tried + 1))
                .thenCompose(done -> done);
    }

    /** Drops the count. Leases that are held still prevent that another one is cached. Never fails. */
    public static CompletableFuture<Void> dropped(UnreadCounts counts, UserKey user) {
        return counts.beginChange(user)
                .thenCompose(lease -> ended(counts, user, lease, counts.changedUnknown(user, lease)))
                .exceptionally(failure -> null);
    }
}
