package dev.tidings.server.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * What was read from the database, for a while: also that something is not there, so that made-up keys do not each cost a query.
 *
 * <p>A change is forgotten here after it was committed and before it is answered. A read that began before the change must not put
 * the old state back: it notes how many changes there were when it began, and keeps nothing if there was one since.
 */
final class Remembered<K, V> {
    private static final int MOST = 10_000;
    /** A second process, such as a command line on the same file, is noticed after this at the latest. */
    private static final Duration LIFE = Duration.ofSeconds(10);

    private record Entry<V>(Optional<V> value, Instant until) {}

    private final Map<K, Entry<V>> entries = new ConcurrentHashMap<>();
    private final Function<K, Optional<V>> read;
    private final MetaCalls calls;
    private final InstantSource clock;
    private long changes;

    Remembered(Function<K, Optional<V>> read, MetaCalls calls, InstantSource clock) {
        this.read = read;
        this.calls = calls;
        this.clock = clock;
    }

    CompletableFuture<Optional<V>> find(K key) {
        Entry<V> entry = entries.get(key);
        if (entry != null && clock.instant().isBefore(entry.until())) {
            return CompletableFuture.completedFuture(entry.value());
        }
        return calls.call(() -> {
            long before = changes();
            Optional<V> value = read.apply(key);
            keep(key, value, before);
            return value;
        });
    }

    synchronized void forget(K key) {
        changes++;
        entries.remove(key);
    }

    private synchronized long changes() {
        return changes;
    }

    private synchronized void keep(K key, Optional<V> value, long before) {
        if (changes != before) {
            return;
        }
        if (entries.size() >= MOST) {
            entries.clear();
        }
        entries.put(key, new Entry<>(value, clock.instant().plus(LIFE)));
    }
}
