package dev.tidings.server.hot;

import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;

/**
 * A map that makes room when it has more than so many: a hand goes round, and what nobody used since it last came by is dropped.
 * Entries that are pinned stay, so it can hold more than the bound for as long as they do.
 */
final class Bounded<K, E extends Bounded.Entry> {
    /** How far the hand goes at once: where nearly everything is pinned or in use, nobody should go all the way for it. */
    private static final int STEPS = 256;

    private final int most;
    private final ConcurrentMap<K, E> entries = new ConcurrentHashMap<>();
    private final ReentrantLock sweeping = new ReentrantLock();
    private Iterator<K> hand = entries.keySet().iterator();

    /** Changed only inside {@link #compute}, one at a time. */
    abstract static class Entry {
        /** A hint: to miss one costs no more than having to read something again. */
        boolean used = true;

        /** Whether it must not be dropped now. */
        abstract boolean pinned();
    }

    Bounded(int most) {
        this.most = most;
    }

    E get(K key) {
        E entry = entries.get(key);
        if (entry != null && !entry.used) {
            entry.used = true;
        }
        return entry;
    }

    /** As {@link ConcurrentMap#compute}. */
    void compute(K key, BiFunction<K, E, E> change) {
        entries.compute(key, (same, entry) -> {
            E changed = change.apply(same, entry);
            if (changed != null) {
                changed.used = true;
            }
            return changed;
        });
        if (entries.size() > most) {
            makeRoom();
        }
    }

    int size() {
        return entries.size();
    }

    void clear() {
        entries.clear();
    }

    /** One at a time; who finds somebody at it leaves it to them. */
    private void makeRoom() {
        if (!sweeping.tryLock()) {
            return;
        }
        try {
            for (int step = 0; step < STEPS && entries.size() > most; step++) {
                if (!hand.hasNext()) {
                    hand = entries.keySet().iterator();
                }
                if (hand.hasNext()) {
                    entries.computeIfPresent(hand.next(), (key, entry) -> stays(entry) ? entry : null);
                }
            }
        } finally {
            sweeping.unlock();
        }
    }

    private static boolean stays(Entry entry) {
        boolean stays = entry.used || entry.pinned();
        entry.used = false;
        return stays;
    }
}
