package dev.tidings.server.auth;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A read-through cache of credentials with a short time to live. It also caches absence, so that a wrong key does not cost a query
 * per request; absent entries are kept apart, so that they never evict real ones. Concurrent lookups of a key share one read.
 *
 * <p>A client that invents a new key for each request still costs a query per request. A checksum in the key would not prevent that:
 * the format is public, so the checksum can be forged as well. Instead, keys that existed when last read and unknown keys are read
 * by separate thread pools. The queue of the unknown keys is short and rejects when full; the queue of the known ones is unaffected.
 *
 * <p>A changed entry is invalidated after the commit and before the response. A read that began before the change must not put the old
 * state back, and lookups after the change must not join it: the read in flight is discarded as well.
 */
final class CredentialCache<K, V> {
    private static final int MAX_ENTRIES = 10_000;
    /** Bounds how long a change by another process, such as a command-line tool on the same database file, stays unnoticed. */
    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(10);

    private record Entry<V>(Optional<V> value, Instant until) {}

    private final Map<K, Entry<V>> present = new ConcurrentHashMap<>();
    private final Map<K, Entry<V>> absent = new ConcurrentHashMap<>();
    /** Bounded by the queues of the thread pools. */
    private final Map<K, CompletableFuture<Optional<V>>> readsInFlight = new HashMap<>();

    private final Function<K, Optional<V>> read;
    private final AuthPools calls;
    private final InstantSource clock;

    CredentialCache(Function<K, Optional<V>> read, AuthPools calls, InstantSource clock) {
        this.read = read;
        this.calls = calls;
        this.clock = clock;
    }

    CompletableFuture<Optional<V>> find(K key) {
        Entry<V> entry = present.get(key);
        if (entry == null) {
            entry = absent.get(key);
        }
        if (entry != null && clock.instant().isBefore(entry.until())) {
            return CompletableFuture.completedFuture(entry.value());
        }
        CompletableFuture<Optional<V>> found = new CompletableFuture<>();
        synchronized (this) {
            CompletableFuture<Optional<V>> inFlight = readsInFlight.putIfAbsent(key, found);
            if (inFlight != null) {
                return inFlight;
            }
        }
        BlockingPool pool = present.containsKey(key) ? calls.known() : calls.unknown();
        pool.submit(() -> read.apply(key)).whenComplete((value, failure) -> {
            keep(key, found, value);
            if (failure == null) {
                found.complete(value);
            } else {
                found.completeExceptionally(failure);
            }
        });
        return found;
    }

    /** Makes the next lookup read again. A changed key is real, so that read does not queue behind unknown keys. */
    synchronized void invalidate(K key) {
        readsInFlight.remove(key);
        absent.remove(key);
        put(present, key, new Entry<>(Optional.empty(), Instant.MIN));
    }

    /** Drops some of the credentials. Reads in flight may have found more of them, so that no result of theirs is kept. */
    synchronized void forget(Predicate<V> unwanted) {
        readsInFlight.clear();
        present.values().removeIf(entry -> entry.value().filter(unwanted).isPresent());
    }

    /** @param value null if it could not be read */
    private synchronized void keep(K key, CompletableFuture<Optional<V>> found, Optional<V> value) {
        boolean current = readsInFlight.remove(key, found);
        if (!current || value == null) {
            return;
        }
        (value.isPresent() ? absent : present).remove(key);
        put(
                value.isPresent() ? present : absent,
                key,
                new Entry<>(value, clock.instant().plus(TIME_TO_LIVE)));
    }

    private void put(Map<K, Entry<V>> entries, K key, Entry<V> entry) {
        if (entries.size() >= MAX_ENTRIES) {
            // Evicts an arbitrary one: to drop all would make every known key an unknown one.
            entries.remove(entries.keySet().iterator().next());
        }
        entries.put(key, entry);
    }
}
