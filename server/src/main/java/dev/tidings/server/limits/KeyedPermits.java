package dev.tidings.server.limits;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Counts permits by key and refuses one above the key's limit, without blocking. Limits the live connections of a user or an address. */
public final class KeyedPermits<K> {
    private final ConcurrentMap<K, Integer> counts = new ConcurrentHashMap<>();

    /** Takes one, unless the limit of the key is reached. */
    public boolean tryAcquire(K key, int limit) {
        boolean[] taken = {false};
        counts.compute(key, (same, count) -> {
            int now = count == null ? 0 : count;
            taken[0] = now < limit;
            return taken[0] ? Integer.valueOf(now + 1) : count;
        });
        return taken[0];
    }

    public void release(K key) {
        counts.computeIfPresent(key, (same, count) -> count == 1 ? null : count - 1);
    }
}
