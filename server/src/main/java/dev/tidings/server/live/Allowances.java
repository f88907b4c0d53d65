package dev.tidings.server.live;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * How much each may still ask of the server. It comes back as time passes, not with a new connection. What was said can't be unheard,
 * so there are debts, though not for long. Nothing is kept of those who have all of it.
 */
final class Allowances<K> {
    /** Who was quiet for so long may use it up at once. */
    private static final int FULL_SECONDS = 10;
    /** As long as the largest debt lasts: what a screen had on its way when it was asked to wait is not held against it for longer. */
    private static final int LONGEST_DEBT_SECONDS = 10;

    private final ConcurrentMap<K, Left> left = new ConcurrentHashMap<>();
    private final int perSecond;

    /** @param at in seconds, of a clock that only goes forward */
    private record Left(int much, int at) {}

    Allowances(int perSecond) {
        this.perSecond = perSecond;
    }

    /** Only if there is as much; otherwise nothing is taken. */
    boolean take(K of, int much, int now) {
        boolean[] taken = {false};
        left.compute(of, (same, before) -> {
            int there = there(before, now);
            taken[0] = there >= much;
            return left(before, taken[0] ? there - much : there, now);
        });
        return taken[0];
    }

    /** In any case. Says how much of it there was: if that is less, it is in debt now. */
    int spend(K of, int much, int now) {
        int[] covered = {0};
        left.compute(of, (same, before) -> {
            int there = there(before, now);
            covered[0] = Math.max(0, Math.min(there, much));
            return left(before, there - much, now);
        });
        return covered[0];
    }

    boolean isInDebt(K of, int now) {
        return there(left.get(of), now) < 0;
    }

    private Left left(Left before, int much, int now) {
        return new Left(
                Math.max(much, -LONGEST_DEBT_SECONDS * perSecond), before == null ? now : Math.max(before.at, now));
    }

    private int there(Left before, int now) {
        int full = FULL_SECONDS * perSecond;
        if (before == null) {
            return full;
        }
        // Who looked at the clock a moment earlier may come a moment later.
        long since = Math.max(0, now - before.at);
        return (int) Math.min(full, before.much + since * perSecond);
    }

    /** Keeps nothing of those who have all of it again. */
    void tidy(int now) {
        left.values().removeIf(one -> there(one, now) == FULL_SECONDS * perSecond);
    }

    int kept() {
        return left.size();
    }
}
