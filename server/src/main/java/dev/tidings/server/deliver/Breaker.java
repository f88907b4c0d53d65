package dev.tidings.server.deliver;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Leaves a provider alone that does not work: after mostly failures it is closed to all for a while, then lets one through to see,
 * and opens again if that one succeeds. Each time it does not, the while is twice as long, up to a bound.
 */
final class Breaker {
    private static final int REMEMBERED = 20;
    /** So many failures of those remembered, and it closes: a provider that fails every other time is still worth its retries. */
    private static final int TOO_MANY = 16;

    static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
    static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

    private final LongSupplier nanos;
    private final boolean[] failed = new boolean[REMEMBERED];
    private int next;
    private int failures;
    private boolean broken;
    private boolean trying;
    private long openAgainAt;
    private Duration pause = FIRST_PAUSE;

    /** @param nanos a clock that only goes forward */
    Breaker(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Whether a call may be made now. If so, it has to be said how it {@link #ended}, or that it {@link #left}. */
    synchronized boolean enter() {
        if (!broken) {
            return true;
        }
        if (trying || nanos.getAsLong() - openAgainAt < 0) {
            return false;
        }
        trying = true;
        return true;
    }

    synchronized void ended(boolean failure) {
        if (!broken) {
            remember(failure);
            if (failures >= TOO_MANY) {
                shut();
            }
        } else if (trying) {
            trying = false;
            if (failure) {
                pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause.multipliedBy(2);
                shut();
            } else {
                broken = false;
                pause = FIRST_PAUSE;
            }
        }
    }

    /** The call was not made after all, and says nothing. */
    synchronized void left() {
        trying = false;
    }

    /** How long nobody needs to ask again; zero if it works. */
    synchronized Duration closedFor() {
        if (!broken) {
            return Duration.ZERO;
        }
        Duration left = Duration.ofNanos(openAgainAt - nanos.getAsLong());
        // While one is being tried, that one decides: it is worth to ask a little later.
        return left.isNegative() ? FIRST_PAUSE : left;
    }

    private void remember(boolean failure) {
        failures += (failure ? 1 : 0) - (failed[next] ? 1 : 0);
        failed[next] = failure;
        next = (next + 1) % REMEMBERED;
    }

    private void shut() {
        broken = true;
        openAgainAt = nanos.getAsLong() + pause.toNanos();
        failures = 0;
        Arrays.fill(failed, false);
    }
}
