package dev.tidings.server.hot;

import dev.tidings.core.hot.HotState;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.testkit.hot.HotStateContract;
import java.time.Duration;

/** The hot state in memory with a manual clock, as a subject of the contract. */
class MemorySubject implements HotStateContract.Subject {
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final SteppedClock clock = new SteppedClock();
    private final MemoryHotState state = new MemoryHotState(clock, 1_000, LEASE);

    @Override
    public HotState state() {
        return state;
    }

    @Override
    public Duration lease() {
        return LEASE;
    }

    @Override
    public void pass(Duration time) {
        clock.advance(time);
    }

    @Override
    public void lose() {
        state.loseAll();
    }

    @Override
    public void close() {
        state.close();
    }
}
