package dev.tidings.server.live;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** How many there are of each, with nothing kept of those of which there are none. */
final class Counted<K> {
    private final ConcurrentMap<K, Integer> counts = new ConcurrentHashMap<>();

    /** One more, unless there are as many as there may be. */
    boolean take(K of, int most) {
        boolean[] taken = {false};
        counts.compute(of, (same, count) -> {
            int now = count == null ? 0 : count;
            taken[0] = now < most;
            return taken[0] ? Integer.valueOf(now + 1) : count;
        });
        return taken[0];
    }

    void giveBack(K of) {
        counts.computeIfPresent(of, (same, count) -> count == 1 ? null : count - 1);
    }
}
