package dev.tidings.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * A clock that stands still until a test steps it. It has millisecond precision like a timestamp column, so that its instants can
 * be stored exactly. Thread-safe.
 */
public final class SteppedClock implements InstantSource {
    private volatile Instant now;

    /** Starts at the real time: the servers of some engines have clocks that can't be stepped. */
    public SteppedClock() {
        this(Instant.now());
    }

    public SteppedClock(Instant start) {
        now = start.truncatedTo(ChronoUnit.MILLIS);
    }

    @Override
    public Instant instant() {
        return now;
    }

    public synchronized SteppedClock advance(Duration step) {
        if (step.isNegative()) {
            throw new IllegalArgumentException("step of " + step + ": expected forward; use stepBack() to go back");
        }
        return move(now.plus(step));
    }

    public synchronized SteppedClock advanceTo(Instant later) {
        return advance(Duration.between(now, later));
    }

    /** Advances to the real time if that is later. */
    public synchronized SteppedClock catchUp() {
        Instant real = Instant.now();
        return real.isAfter(now) ? move(real) : this;
    }

    /** Sets the clock back, as a clock correction does. */
    public synchronized SteppedClock stepBack(Duration step) {
        if (step.isNegative()) {
            throw new IllegalArgumentException("step back of " + step + ": expected a positive duration");
        }
        return move(now.minus(step));
    }

    private SteppedClock move(Instant to) {
        now = to.truncatedTo(ChronoUnit.MILLIS);
        return this;
    }

    @Override
    public String toString() {
        return "stepped clock at " + now;
    }
}
