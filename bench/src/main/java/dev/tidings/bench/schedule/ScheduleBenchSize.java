package dev.tidings.bench.schedule;

import java.time.Duration;
import java.util.List;

/**
 * The size of the schedule benchmark.
 *
 * @param jobs per turn of the fastest contenders
 * @param spread the period over which jobs are spread
 * @param waiting rows of waiting jobs in the filled store
 */
record ScheduleBenchSize(int rounds, int jobs, int warmUp, Duration spread, List<DueTimePattern> kinds, int waiting) {
    static final ScheduleBenchSize FULL = new ScheduleBenchSize(
            3, 100_000, 20_000, Duration.ofSeconds(10), List.of(DueTimePattern.values()), 10_000_000);
    /** So few jobs that every contender keeps up. */
    static final ScheduleBenchSize QUICK = new ScheduleBenchSize(
            1, 5_000, 5_000, Duration.ofSeconds(3), List.of(DueTimePattern.SPREAD, DueTimePattern.BURST), 100_000);
}
