package dev.tidings.bench.schedule;

import java.time.Duration;
import java.util.List;

/**
 * How much is done.
 *
 * @param jobs in a turn of the fastest
 * @param spread the time over which jobs are spread
 * @param waiting rows that wait for later, in the store of which ours must not mind the size
 */
record Plan(int rounds, int jobs, int warmUp, Duration spread, List<Kind> kinds, int waiting) {
    static final Plan FULL = new Plan(3, 100_000, 20_000, Duration.ofSeconds(10), List.of(Kind.values()), 10_000_000);
    /** So few jobs that everybody keeps up anyway. */
    static final Plan QUICK =
            new Plan(1, 5_000, 5_000, Duration.ofSeconds(3), List.of(Kind.SPREAD, Kind.BURST), 100_000);
}
