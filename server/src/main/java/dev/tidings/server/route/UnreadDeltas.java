package dev.tidings.server.route;

import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.OwnerEpoch;
import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.hot.CountLeases;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/**
 * The increments of a batch of the route stage to the unread counts of its users. Takes write leases on the cached counts before the batch
 * is written, and applies the increments or invalidates the counts afterwards.
 */
final class UnreadDeltas {
    private final UnreadCounts counts;
    private final Map<UserKey, Change> changes = new HashMap<>();

    /** The change of one user's count. */
    private static final class Change {
        private long added;
        private Instant expires = Instant.MAX;
        private boolean redelivered;
        private OwnerEpoch owner;
        private CompletableFuture<CacheVersion> lease;
    }

    UnreadDeltas(UnreadCounts counts) {
        this.counts = counts;
    }

    /**
     * Adds one unread notification of the user.
     *
     * @param owner the owner of the user's partition, the same for all of one user
     * @param redelivered whether it may have been counted before
     */
    void add(UserKey user, OwnerEpoch owner, Instant expires, boolean redelivered) {
        Change change = changes.computeIfAbsent(user, key -> new Change());
        change.added++;
        change.owner = owner;
        change.expires = expires.isBefore(change.expires) ? expires : change.expires;
        change.redelivered |= redelivered;
    }

    /** Fails if a lease could not be taken; then nothing may be written. */
    void acquireLeases() {
        changes.forEach((user, change) -> change.lease = counts.beginAdding(user, change.owner));
        changes.values().forEach(change -> change.lease.join());
    }

    /** Applies the increments and publishes the changes. */
    void written(InboxChanges changes) {
        end((user, change) -> {
            CacheVersion lease = change.lease.join();
            CompletableFuture<Void> ending = change.redelivered
                    ? counts.changedUnknown(user, lease)
                    : counts.changed(user, lease, change.added, change.expires, changes.of(user));
            return CountLeases.ended(counts, user, lease, ending);
        });
    }

    /** Ends the leases of a write with an unknown outcome. */
    void writtenUnknown() {
        changes.values().removeIf(change -> change.lease == null);
        end((user, change) -> change.lease.thenCompose(
                lease -> CountLeases.ended(counts, user, lease, counts.changedUnknown(user, lease))));
    }

    /** A failure to end a lease is harmless: it expires. */
    private void end(BiFunction<UserKey, Change, CompletableFuture<Void>> ending) {
        CompletableFuture<?>[] ends = changes.entrySet().stream()
                .map(entry -> ending.apply(entry.getKey(), entry.getValue()))
                .toArray(CompletableFuture<?>[]::new);
        for (CompletableFuture<?> end : ends) {
            end.exceptionally(failure -> null).join();
        }
    }
}
