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
 * What was read from the database, for a while: also that something is not there, so that a wrong key does not cost a query each
 * time. Those are kept apart, so that they push out no real ones. Whoever asks for what is being read waits for that read.
 *
 * <p>Whoever makes up another key for each call costs a query each. A checksum in the key would not spare us that: the format is no
 * secret, so it can be made up as well. Instead, what was there when last seen is read on other threads than what never was. The
 * line of the strangers is short, and who finds it full is told to come back; the line of the known ones does not get longer.
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
    private final AccessCalls calls;
    private final InstantSource clock;

    Remembered(Function<K, Optional<V>> read, AccessCalls calls, InstantSource clock) {
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
        MetaCalls line = there.containsKey(key) ? calls.checks() : calls.strangers();
        line.call(() -> read.apply(key)).whenComplete((value, failure) -> {
            keep(key, found, value);
            if (failure == null) {
                found.complete(value);
            } else {
                found.completeExceptionally(failure);
            }
        });
        return found;
    }

    /** The next to ask reads it anew. Whoever may change it has made it known: that read does not stand in line with strangers. */
    synchronized void forget(K key) {
        reading.remove(key);
        notThere.remove(key);
        put(there, key, new Entry<>(Optional.empty(), Instant.MIN));
    }

    /** @param value null if it could not be read */
    private synchronized void keep(K key, CompletableFuture<Optional<V>> found, Optional<V> value) {
        boolean current = reading.remove(key, found);
        if (!current || value == null) {
            return;
        }
        (value.isPresent() ? notThere : there).remove(key);
        put(
                value.isPresent() ? there : notThere,
                key,
                new Entry<>(value, clock.instant().plus(LIFE)));
    }

    private void put(Map<K, Entry<V>> entries, K key, Entry<V> entry) {
        if (entries.size() >= MOST) {
            // Whichever: to drop all would turn everybody into a stranger.
            entries.remove(entries.keySet().iterator().next());
        }
        entries.put(key, entry);
    }
}
