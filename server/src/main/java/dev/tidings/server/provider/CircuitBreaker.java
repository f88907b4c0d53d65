package dev.tidings.server.provider;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * A circuit breaker for one provider. It opens when most of the recent calls failed, and blocks all calls for a pause. Then it is
 * half-open: one probe call goes through, and its success closes the breaker. Each failed probe doubles the pause, up to a bound.
 */
final class CircuitBreaker {
    private static final int WINDOW = 20;
    /** Failures within the window that open the breaker. A provider that fails every other call is still worth its retries. */
    private static final int FAILURES_TO_OPEN = 16;

    static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
    static final Duration MAX_PAUSE = Duration.ofMinutes(5);

    /** The states of a circuit breaker. */
    enum State {
        /** Calls pass. */
        CLOSED,
        /** Calls are blocked. */
        OPEN,
        /** One probe passes, or is in flight. */
        HALF_OPEN
    }

    private final LongSupplier nanos;
    private final boolean[] window = new boolean[WINDOW];
    private int next;
    private int failures;
    private boolean open;
    private boolean probing;
    private long probeAt;
    private Duration pause = FIRST_PAUSE;

    /** @param nanos a monotonic clock */
    CircuitBreaker(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /**
     * Whether a call may be made now. If so, the caller must report how it {@link #record}, or that it {@link #release} without a call.
     */
    synchronized boolean tryAcquire() {
        if (!open) {
            return true;
        }
        if (probing || nanos.getAsLong() - probeAt < 0) {
            return false;
        }
        probing = true;
        return true;
    }

    synchronized void record(boolean failure) {
        if (!open) {
            count(failure);
            if (failures >= FAILURES_TO_OPEN) {
                trip();
            }
        } else if (probing) {
            probing = false;
            if (failure) {
                pause = pause.multipliedBy(2).compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : pause.multipliedBy(2);
                trip();
            } else {
                open = false;
                pause = FIRST_PAUSE;
            }
        }
    }

    /** Withdraws a permitted call that was not made; it counts neither as success nor as failure. */
    synchronized void release() {
        probing = false;
    }

    /** How long calls are still blocked; zero if the breaker is closed. */
    synchronized Duration openFor() {
        if (!open) {
            return Duration.ZERO;
        }
        Duration left = Duration.ofNanos(probeAt - nanos.getAsLong());
        // A probe is in flight and decides: ask again a little later.
        return left.isNegative() ? FIRST_PAUSE : left;
    }

    synchronized State state() {
        if (!open) {
            return State.CLOSED;
        }
        return probing || nanos.getAsLong() - probeAt >= 0 ? State.HALF_OPEN : State.OPEN;
    }

    private void count(boolean failure) {
        failures += (failure ? 1 : 0) - (window[next] ? 1 : 0);
        window[next] = failure;
        next = (next + 1) % WINDOW;
    }

    private void trip() {
        open = true;
        probeAt = nanos.getAsLong() + pause.toNanos();
        failures = 0;
        Arrays.fill(window, false);
    }
}
