package dev.tidings.server.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * What was read from the database, for a while: also that something is not there, so that made-up keys do not each cost a query.
 * Those are kept apart, so that they push out no real ones. Whoever asks for what is being read waits for that read.
 *
 * <p>A change is forgotten here after it was committed and before it is answered. A read that began before the change must not put
 * the old state back, and nobody who asks after the change may wait for it: it is forgotten as well.
 */
final class Remembered<K, V> {
    private static final int MOST = 10_000;
    /** A second process, such as a command line on the same file, is noticed after this at the latest. */
    private static final Duration LIFE = Duration.ofSeconds(10);

    private record Entry<V>(Optional<V> value, Instant until) {}

    private final Map<K, Entry<V>> there = new ConcurrentHashMap<>();
    private final Map<K, Entry<V>> notThere = new ConcurrentHashMap<>();
    /** Only so many as the calls let wait. */
    private final Map<K, CompletableFuture<Optional<V>>> reading = new HashMap<>();

    private final Function<K, Optional<V>> read;
    private final MetaCalls calls;
    private final InstantSource clock;

    Remembered(Function<K, Optional<V>> read, MetaCalls calls, InstantSource clock) {
        this.read = read;
        this.calls = calls;
        this.clock = clock;
    }

    CompletableFuture<Optional<V>> find(K key) {
        Entry<V> entry = there.get(key);
        if (entry == null) {
            entry = notThere.get(key);
        }
        if (entry != null && clock.instant().isBefore(entry.until())) {
            return CompletableFuture.completedFuture(entry.value());
        }
        CompletableFuture<Optional<V>> found = new CompletableFuture<>();
        synchronized (this) {
            CompletableFuture<Optional<V>> underWay = reading.putIfAbsent(key, found);
            if (underWay != null) {
                return underWay;
            }
        }
        calls.call(() -> read.apply(key)).whenComplete((value, failure) -> {
            keep(key, found, value);
            if (failure == null) {
                found.complete(value);
            } else {
                found.completeExceptionally(failure);
            }
        });
        return found;
    }

    synchronized void forget(K key) {
        reading.remove(key);
        there.remove(key);
        notThere.remove(key);
    }

    /** @param value null if it could not be read */
    private synchronized void keep(K key, CompletableFuture<Optional<V>> found, Optional<V> value) {
        boolean current = reading.remove(key, found);
        if (!current || value == null) {
            return;
        }
        Map<K, Entry<V>> entries = value.isPresent() ? there : notThere;
        if (entries.size() >= MOST) {
            entries.clear();
        }
        entries.put(key, new Entry<>(value, clock.instant().plus(LIFE)));
        (value.isPresent() ? notThere : there).remove(key);
    }
}
