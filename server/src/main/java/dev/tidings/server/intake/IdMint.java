package dev.tidings.server.intake;

import dev.tidings.core.model.UuidV7;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes ids that only go up: within a millisecond by a counter, when the clock steps back by staying where it was, and across
 * restarts by a floor kept on disk. Sorting by id is then sorting by the order in which things were accepted.
 */
public final class IdMint implements AutoCloseable {
    private static final int COUNTER_BITS = 12;
    private static final Duration CLOCKS_APART = Duration.ofSeconds(60);

    private final InstantSource clock;
    private final IdFloor floor;
    /** Milliseconds and counter of the id made last. */
    private final AtomicLong last;

    /** @param floorFile where the floor is kept; made if it is missing */
    public IdMint(InstantSource clock, Path floorFile) {
        this.clock = clock;
        this.floor = new IdFloor(floorFile);
        // The floor is where ids may start, not one that was given out. Never negative: it would read as the far
        // future.
        this.last = new AtomicLong(Math.max(0, (floor.start() << COUNTER_BITS) - 1));
    }

    public UUID next() {
        long now = clock.millis() << COUNTER_BITS;
        long stamp = last.updateAndGet(before -> Math.max(before + 1, now));
        long millis = stamp >>> COUNTER_BITS;
        floor.raiseAbove(millis);
        return UuidV7.of(
                millis,
                (int) stamp & (1 << COUNTER_BITS) - 1,
                ThreadLocalRandom.current().nextLong());
    }

    /**
     * Where reading backwards has to begin: after every id that was made, here or on a machine whose clock is a little ahead. Ids
     * may be far ahead of the clock, if it was set back.
     */
    public Instant horizon() {
        long latest = Math.max(clock.millis(), lastMillis());
        return Instant.ofEpochMilli(latest).plus(CLOCKS_APART);
    }

    /** Of the id made last; before the epoch if there was none, which an unsigned shift would take for the far future. */
    private long lastMillis() {
        return last.get() >> COUNTER_BITS;
    }

    /** No id may be made any more. */
    @Override
    public void close() {
        floor.settle(lastMillis());
    }
}
