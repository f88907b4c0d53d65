package dev.tidings.torture.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A running clock that a test can move forward or back, for {@link ClockRun}. */
final class AdjustableClock implements InstantSource {
    private volatile Duration offset;

    AdjustableClock(Instant start) {
        set(start);
    }

    @Override
    public Instant instant() {
        return Instant.now().plus(offset);
    }

    void set(Instant now) {
        offset = Duration.between(Instant.now(), now);
    }

    void move(Duration by) {
        offset = offset.plus(by);
    }
}
