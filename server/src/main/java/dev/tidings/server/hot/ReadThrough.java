package dev.tidings.server.hot;

import dev.tidings.core.hot.FencedCache;
import dev.tidings.core.hot.Look;
import dev.tidings.core.hot.Stamp;
import dev.tidings.core.model.UserKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Something about users from the hot state, with the database behind it. What is not found is read from the database and handed in,
 * to be kept if no change came in between.
 */
final class ReadThrough<V> {
    private final FencedCache<V> cache;
    private final Executor blocking;
    private final Source<V> source;

    /** Where it is kept. */
    interface Source<V> {
        /** What there is about each of a tenant's users. Blocks. */
        Map<String, V> read(String tenant, List<String> users);
    }

    /** @param blocking where calls to the database may block */
    ReadThrough(FencedCache<V> cache, Executor blocking, Source<V> source) {
        this.cache = cache;
        this.blocking = blocking;
        this.source = source;
    }

    CompletableFuture<V> find(UserKey user) {
        return look(user)
                .thenCompose(look -> look.value().isPresent()
                        ? CompletableFuture.completedFuture(look.value().get())
                        : CompletableFuture.supplyAsync(
                                () -> read(user.tenant(), Map.of(user.user(), look.stamp()))
                                        .get(user.user()),
                                blocking));
    }

    /** May block. */
    Map<UserKey, V> findAll(Collection<UserKey> users) {
        // All are asked for before the first is waited for: with a store that is one way there and back.
        Map<UserKey, CompletableFuture<Look<V>>> looks = new HashMap<>();
        users.forEach(user -> looks.computeIfAbsent(user, this::look));
        Map<UserKey, V> found = new HashMap<>();
        Map<String, Map<String, Stamp>> missing = new HashMap<>();
        looks.forEach((user, asked) -> {
            Look<V> look = asked.join();
            if (look.value().isPresent()) {
                found.put(user, look.value().get());
            } else {
                missing.computeIfAbsent(user.tenant(), tenant -> new HashMap<>())
                        .put(user.user(), look.stamp());
            }
        });
        missing.forEach((tenant, stamps) ->
                read(tenant, stamps).forEach((name, read) -> found.put(new UserKey(tenant, name), read)));
        return found;
    }

    /** A store that does not answer knows nothing. */
    private CompletableFuture<Look<V>> look(UserKey user) {
        CompletableFuture<Look<V>> look = cache.find(user);
        return look.isDone() && !look.isCompletedExceptionally() ? look : look.exceptionally(failure -> Look.nothing());
    }

    /** Reads after the stamps were given. */
    private Map<String, V> read(String tenant, Map<String, Stamp> stamps) {
        Map<String, V> read = source.read(tenant, new ArrayList<>(stamps.keySet()));
        stamps.forEach((name, stamp) -> cache.keep(new UserKey(tenant, name), stamp, read.get(name)));
        return read;
    }
}
