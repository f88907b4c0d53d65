package dev.tidings.server.route;

import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.model.UserKey;
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
        private boolean repeated;
        private CompletableFuture<CacheVersion> lease;
    }

    UnreadDeltas(UnreadCounts counts) {
        this.counts = counts;
    }

    /**
     * Adds one unread notification of the user.
     *
     * @param repeated whether it may have been counted before
     */
    void add(UserKey user, Instant expires, boolean repeated) {
        Change change = changes.computeIfAbsent(user, key -> new Change());
        change.added++;
        change.expires = expires.isBefore(change.expires) ? expires : change.expires;
        change.repeated |= repeated;
    }

    /** Fails if a lease could not be taken; then nothing may be written. */
    void acquireLeases() {
        changes.forEach((user, change) -> change.lease = counts.beginChange(user));
        changes.values().forEach(change -> change.lease.join());
    }

    void written() {
        end((user, change) -> change.repeated
                ? counts.changedUnknown(user, change.lease.join())
                : counts.changed(user, change.lease.join(), change.added, change.expires));
    }

    /** Ends the leases of a write with an unknown outcome. */
    void writtenUnknown() {
        changes.values().removeIf(change -> change.lease == null);
        end((user, change) -> change.lease.thenCompose(version -> counts.changedUnknown(user, version)));
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
