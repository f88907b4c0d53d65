package dev.tidings.server.live;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * How much each may still ask of the server. It comes back as time passes, not with a new connection. Nothing is kept of those who
 * have all of it.
 */
final class Allowances<K> {
    /** Who was quiet for so long may use it up at once. */
    private static final int FULL_SECONDS = 10;
    /** So long nothing is taken from who went too far. */
    private static final int FORFEIT_SECONDS = 10;

    private final ConcurrentMap<K, Left> left = new ConcurrentHashMap<>();
    private final int perSecond;

    /** @param at in seconds, of a clock that only goes forward */
    private record Left(int much, int at) {}

    Allowances(int perSecond) {
        this.perSecond = perSecond;
    }

    /** False if there is not as much left, and then nothing was taken. */
    boolean take(K of, int much, int now) {
        boolean[] taken = {false};
        left.compute(of, (same, before) -> {
            int there = there(before, now);
            taken[0] = there >= much;
            return new Left(taken[0] ? there - much : there, now);
        });
        return taken[0];
    }

    /** Has nothing for a while. */
    void forfeit(K of, int now) {
        left.put(of, new Left(-FORFEIT_SECONDS * perSecond, now));
    }

    private int there(Left before, int now) {
        int full = FULL_SECONDS * perSecond;
        return before == null ? full : (int) Math.min(full, before.much + (long) (now - before.at) * perSecond);
    }

    /** Keeps nothing of those who have all of it again. */
    void tidy(int now) {
        left.values().removeIf(one -> there(one, now) == FULL_SECONDS * perSecond);
    }

    int kept() {
        return left.size();
    }
}
