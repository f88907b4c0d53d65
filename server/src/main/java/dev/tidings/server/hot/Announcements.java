package dev.tidings.server.hot;

import dev.tidings.core.hot.FencedCache;
import dev.tidings.core.hot.Stamp;
import dev.tidings.core.model.UserKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** Announces a change of several users, and says of each that it is over before the change is answered. */
final class Announcements {
    private final FencedCache<?> cache;
    private final Function<UserKey, CompletableFuture<Void>> settled;

    /** @param settled completes when nobody acts any more on what was found before it was asked */
    Announcements(FencedCache<?> cache, Function<UserKey, CompletableFuture<Void>> settled) {
        this.cache = cache;
        this.settled = settled;
    }

    /** If one of them can't be announced, the change is not made. */
    <T> CompletableFuture<T> around(Set<UserKey> users, Supplier<CompletableFuture<T>> change) {
        Map<UserKey, CompletableFuture<Stamp>> announced = new HashMap<>();
        users.forEach(user -> announced.put(user, cache.changing(user)));
        return all(announced.values())
                .thenCompose(ready -> change.get())
                .handle((changed, failure) -> end(announced)
                        .thenCompose(over -> all(users.stream().map(settled).toList()))
                        .thenCompose(still -> failure == null
                                ? CompletableFuture.completedFuture(changed)
                                : CompletableFuture.<T>failedFuture(failure)))
                .thenCompose(answer -> answer);
    }

    /** Of those that could be announced. If its end can't be said either, nothing is found until the announcement runs out. */
    private CompletableFuture<Void> end(Map<UserKey, CompletableFuture<Stamp>> announced) {
        List<CompletableFuture<Void>> ends = new ArrayList<>(announced.size());
        announced.forEach((user, stamp) -> ends.add(
                stamp.thenCompose(given -> cache.changedPerhaps(user, given)).exceptionally(unsaid -> null)));
        return all(ends);
    }

    private static CompletableFuture<Void> all(Iterable<? extends CompletableFuture<?>> futures) {
        List<CompletableFuture<?>> waiting = new ArrayList<>();
        futures.forEach(waiting::add);
        return CompletableFuture.allOf(waiting.toArray(CompletableFuture[]::new));
    }
}
