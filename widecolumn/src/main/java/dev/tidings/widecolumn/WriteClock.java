package dev.tidings.widecolumn;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Assigns the write times of writes without a time of their own, for engines: microseconds of the system clock, but each later than the one
 * before, also when the clock stands still, is set back, or was set back while the engine was closed. Of two writes the later call then
 * always wins.
 */
public final class WriteClock {
    private final InstantSource clock;
    private final AtomicLong last;

    /** @param last the latest time assigned before, or {@link Long#MIN_VALUE} + 1 if there was none */
    public WriteClock(InstantSource clock, long last) {
        this.clock = clock;
        this.last = new AtomicLong(last);
    }

    public long next() {
        Instant now = clock.instant();
        long micros = Math.multiplyExact(now.getEpochSecond(), 1_000_000L) + now.getNano() / 1000;
        return last.updateAndGet(before -> Math.max(micros, before + 1));
    }

    /** Advances past a time that was assigned elsewhere. */
    public void advancePast(long micros) {
        last.accumulateAndGet(micros, Math::max);
    }

    public long last() {
        return last.get();
    }
}
