package dev.tidings.server.route;

import dev.tidings.core.hot.Stamp;
import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/**
 * What a handful changes about unread counts: announced before it is written, and said afterwards. All users are spoken for before the
 * first answer is waited for, which with a store is one way there and back.
 */
final class CountChanges {
    private final UnreadCounts counts;
    private final Map<UserKey, Change> changes = new HashMap<>();

    private static final class Change {
        private long added;
        private Instant expires = Instant.MAX;
        private boolean repeated;
        private CompletableFuture<Stamp> announced;
    }

    CountChanges(UnreadCounts counts) {
        this.counts = counts;
    }

    /**
     * One more for the user.
     *
     * @param repeated whether it may have been there before
     */
    void add(UserKey user, Instant expires, boolean repeated) {
        Change change = changes.computeIfAbsent(user, key -> new Change());
        change.added++;
        change.expires = expires.isBefore(change.expires) ? expires : change.expires;
        change.repeated |= repeated;
    }

    /** Fails if one of them could not be announced; then nothing may be written. */
    void announce() {
        changes.forEach((user, change) -> change.announced = counts.changing(user));
        changes.values().forEach(change -> change.announced.join());
    }

    void written() {
        end((user, change) -> change.repeated
                ? counts.changedPerhaps(user, change.announced.join())
                : counts.changed(user, change.announced.join(), change.added, change.expires));
    }

    /** Nobody knows whether it was written. */
    void writtenPerhaps() {
        changes.values().removeIf(change -> change.announced == null);
        end((user, change) -> change.announced.thenCompose(stamp -> counts.changedPerhaps(user, stamp)));
    }

    /** An end that can't be said does no harm: the announcement runs out. */
    private void end(BiFunction<UserKey, Change, CompletableFuture<Void>> ending) {
        CompletableFuture<?>[] ends = changes.entrySet().stream()
                .map(entry -> ending.apply(entry.getKey(), entry.getValue()))
                .toArray(CompletableFuture<?>[]::new);
        for (CompletableFuture<?> end : ends) {
            end.exceptionally(failure -> null).join();
        }
    }
}
