package dev.tidings.bench.timed;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that runs as the real one does, and is set now and then. */
final class SetClock implements InstantSource {
    private volatile Duration ahead;

    SetClock(Instant start) {
        set(start);
    }

    @Override
    public Instant instant() {
        return Instant.now().plus(ahead);
    }

    void set(Instant now) {
        ahead = Duration.between(Instant.now(), now);
    }

    void move(Duration by) {
        ahead = ahead.plus(by);
    }
}
