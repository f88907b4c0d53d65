package dev.tidings.server.users;

import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.FencedCache;
import dev.tidings.core.model.UserKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs a change of users' contacts while it holds a write lease on the cache entry of each user. Completes with the result of the change
 * after the leases have ended and earlier readers have finished.
 */
final class WriteLeases {
    private final FencedCache<?> cache;
    private final Function<UserKey, CompletableFuture<Void>> settled;

    /** @param settled completes when no reader acts any more on a value found before this call */
    WriteLeases(FencedCache<?> cache, Function<UserKey, CompletableFuture<Void>> settled) {
        this.cache = cache;
        this.settled = settled;
    }

    /** If a lease can't be taken, the change is not made. */
    <T> CompletableFuture<T> underLeases(Set<UserKey> users, Supplier<CompletableFuture<T>> change) {
        Map<UserKey, CompletableFuture<CacheVersion>> leases = new HashMap<>();
        users.forEach(user -> leases.put(user, cache.beginChange(user)));
        return all(leases.values())
                .thenCompose(ready -> change.get())
                .handle((changed, failure) -> end(leases)
                        .thenCompose(over -> all(users.stream().map(settled).toList()))
                        .thenCompose(done -> failure == null
                                ? CompletableFuture.completedFuture(changed)
                                : CompletableFuture.<T>failedFuture(failure)))
                .thenCompose(answer -> answer);
    }

    /** Ends the leases that were taken. If that fails, the cache finds nothing until the lease expires. */
    private CompletableFuture<Void> end(Map<UserKey, CompletableFuture<CacheVersion>> leases) {
        List<CompletableFuture<Void>> ends = new ArrayList<>(leases.size());
        leases.forEach((user, version) -> ends.add(
                version.thenCompose(given -> cache.changedUnknown(user, given)).exceptionally(ignored -> null)));
        return all(ends);
    }

    private static CompletableFuture<Void> all(Iterable<? extends CompletableFuture<?>> futures) {
        List<CompletableFuture<?>> waiting = new ArrayList<>();
        futures.forEach(waiting::add);
        return CompletableFuture.allOf(waiting.toArray(CompletableFuture[]::new));
    }
}
