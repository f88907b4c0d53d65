package dev.tidings.server.hot;

import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A concurrent map of bounded size, used by the in-memory caches. Evicts by CLOCK: an entry that was not used since the hand last passed it
 * is removed. Pinned entries are never evicted, so the map may temporarily exceed its bound.
 */
final class BoundedMap<K, E extends BoundedMap.EvictableEntry> {
    /** How far the hand advances at once: a bound on the work where nearly everything is pinned or in use. */
    private static final int STEPS = 256;

    private final int max;
    private final Consumer<K> evicted;
    private final ConcurrentMap<K, E> entries = new ConcurrentHashMap<>();
    private final ReentrantLock sweeping = new ReentrantLock();
    private Iterator<K> hand = entries.keySet().iterator();

    /** A value of the map, which says whether it is pinned. Changed only inside {@link #compute}, one change at a time. */
    abstract static class EvictableEntry {
        /** A hint without synchronisation: a lost update costs at most one extra read. */
        boolean used = true;

        /** Whether it must not be evicted now. */
        abstract boolean pinned();
    }

    BoundedMap(int max) {
        this(max, key -> {});
    }

    /** @param evicted called before an entry is removed because there are too many */
    BoundedMap(int max, Consumer<K> evicted) {
        this.max = max;
        this.evicted = evicted;
    }

    E get(K key) {
        E entry = entries.get(key);
        if (entry != null && !entry.used) {
            entry.used = true;
        }
        return entry;
    }

    /** Like {@link ConcurrentMap#compute}. */
    void compute(K key, BiFunction<K, E, E> change) {
        entries.compute(key, (same, entry) -> {
            E changed = change.apply(same, entry);
            if (changed != null) {
                changed.used = true;
            }
            return changed;
        });
        if (entries.size() > max) {
            evict();
        }
    }

    /** Also removes pinned entries. */
    void removeIf(Predicate<K> unwanted) {
        entries.keySet().removeIf(unwanted);
    }

    int size() {
        return entries.size();
    }

    void clear() {
        entries.clear();
    }

    /** One thread at a time; the others skip it. */
    private void evict() {
        if (!sweeping.tryLock()) {
            return;
        }
        try {
            for (int step = 0; step < STEPS && entries.size() > max; step++) {
                if (!hand.hasNext()) {
                    hand = entries.keySet().iterator();
                }
                if (hand.hasNext()) {
                    entries.computeIfPresent(hand.next(), this::keptOrEvicted);
                }
            }
        } finally {
            sweeping.unlock();
        }
    }

    private E keptOrEvicted(K key, E entry) {
        if (survives(entry)) {
            return entry;
        }
        evicted.accept(key);
        return null;
    }

    private static boolean survives(EvictableEntry entry) {
        boolean survives = entry.used || entry.pinned();
        entry.used = false;
        return survives;
    }
}
