package dev.tidings.server.users;

import dev.tidings.core.hot.CacheLookup;
import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.FencedCache;
import dev.tidings.core.model.UserKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Finds user data in the fenced cache of the hot state, for contacts and preferences. A missing value is read from the database and cached
 * unless a change came in between; an unavailable cache counts as a miss.
 */
final class ReadThroughCache<V> {
    private final FencedCache<V> cache;
    private final Executor blocking;
    private final CacheSource<V> source;

    /** Reads missing values from the database. */
    interface CacheSource<V> {
        /** The values of the given users of a tenant. Blocks. */
        Map<String, V> read(String tenant, List<String> users);
    }

    /** @param blocking runs blocking calls to the database */
    ReadThroughCache(FencedCache<V> cache, Executor blocking, CacheSource<V> source) {
        this.cache = cache;
        this.blocking = blocking;
        this.source = source;
    }

    CompletableFuture<V> find(UserKey user) {
        return lookup(user)
                .thenCompose(lookup -> lookup.value().isPresent()
                        ? CompletableFuture.completedFuture(lookup.value().get())
                        : CompletableFuture.supplyAsync(
                                () -> read(user.tenant(), Map.of(user.user(), lookup.version()))
                                        .get(user.user()),
                                blocking));
    }

    /** May block. */
    Map<UserKey, V> findAll(Collection<UserKey> users) {
        // All lookups are started before the first is awaited: one round trip to a remote store.
        Map<UserKey, CompletableFuture<CacheLookup<V>>> lookups = new HashMap<>();
        users.forEach(user -> lookups.computeIfAbsent(user, this::lookup));
        Map<UserKey, V> found = new HashMap<>();
        Map<String, Map<String, CacheVersion>> missing = new HashMap<>();
        lookups.forEach((user, asked) -> {
            CacheLookup<V> lookup = asked.join();
            if (lookup.value().isPresent()) {
                found.put(user, lookup.value().get());
            } else {
                missing.computeIfAbsent(user.tenant(), tenant -> new HashMap<>())
                        .put(user.user(), lookup.version());
            }
        });
        missing.forEach((tenant, versions) ->
                read(tenant, versions).forEach((name, read) -> found.put(new UserKey(tenant, name), read)));
        return found;
    }

    /** A store that does not answer counts as a cache miss. */
    private CompletableFuture<CacheLookup<V>> lookup(UserKey user) {
        CompletableFuture<CacheLookup<V>> lookup = cache.find(user);
        return lookup.isDone() && !lookup.isCompletedExceptionally()
                ? lookup
                : lookup.exceptionally(failure -> CacheLookup.miss());
    }

    /** Must read after the versions were obtained. */
    private Map<String, V> read(String tenant, Map<String, CacheVersion> versions) {
        Map<String, V> read = source.read(tenant, new ArrayList<>(versions.keySet()));
        versions.forEach((name, version) -> cache.putIfUnchanged(new UserKey(tenant, name), version, read.get(name)));
        return read;
    }
}
