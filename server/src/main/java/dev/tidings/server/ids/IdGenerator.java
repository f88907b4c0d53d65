package dev.tidings.server.ids;

import dev.tidings.core.model.UuidV7;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Generates strictly increasing UUIDv7s: within a millisecond by a counter, after a clock step back by keeping the last timestamp, and
 * across restarts by a floor on disk. So the order of ids is the order of acceptance.
 */
public final class IdGenerator implements AutoCloseable {
    private static final int COUNTER_BITS = 12;
    private static final Duration MAX_CLOCK_SKEW = Duration.ofSeconds(60);

    private final InstantSource clock;
    private final IdHighWaterMark floor;
    /** Milliseconds and counter of the last id. */
    private final AtomicLong last;

    /** @param floorFile the file of the floor; created if missing */
    public IdGenerator(InstantSource clock, Path floorFile) {
        this.clock = clock;
        this.floor = new IdHighWaterMark(floorFile);
        // The floor is the first allowed id, not one that was issued. Never negative: it would read as the far future.
        this.last = new AtomicLong(Math.max(0, (floor.start() << COUNTER_BITS) - 1));
    }

    public UUID next() {
        long now = clock.millis() << COUNTER_BITS;
        long next = last.updateAndGet(before -> Math.max(before + 1, now));
        long millis = next >>> COUNTER_BITS;
        floor.raiseAbove(millis);
        return UuidV7.of(
                millis,
                (int) next & (1 << COUNTER_BITS) - 1,
                ThreadLocalRandom.current().nextLong());
    }

    /** From now on ids are of this time or later. */
    public void skipTo(Instant time) {
        last.accumulateAndGet((time.toEpochMilli() << COUNTER_BITS) - 1, Math::max);
    }

    /**
     * The upper bound from which to read backwards: after every id issued here, or by a machine whose clock is slightly ahead. Ids may be
     * far ahead of a clock that was set back.
     */
    public Instant horizon() {
        long latest = Math.max(clock.millis(), lastMillis());
        return Instant.ofEpochMilli(latest).plus(MAX_CLOCK_SKEW);
    }

    /** Signed shift: before the first id the value is negative, and an unsigned shift would turn it into the far future. */
    private long lastMillis() {
        return last.get() >> COUNTER_BITS;
    }

    /** No id may be issued afterwards. */
    @Override
    public void close() {
        floor.close(lastMillis());
    }
}
