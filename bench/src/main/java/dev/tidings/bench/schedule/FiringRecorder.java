package dev.tidings.bench.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/** Records the time of the first firing of each job of a turn and the number of firings, and computes the {@link FiringStats}. */
final class FiringRecorder implements SchedulerAdapter.FireListener {
    private static final double MICROS = 1e6;
    private static final long MILLI = 1_000;

    private final InstantSource clock;
    private final List<BenchJob> jobs;
    private final AtomicLongArray firstMicros;
    private final AtomicIntegerArray times;
    /** Firings of jobs of an earlier turn. */
    private final AtomicInteger strays = new AtomicInteger();

    private final CountDownLatch remaining;
    private volatile long endMicros;

    /** @param jobs with consecutive numbers */
    FiringRecorder(InstantSource clock, List<BenchJob> jobs) {
        this.clock = clock;
        this.jobs = jobs;
        firstMicros = new AtomicLongArray(jobs.size());
        times = new AtomicIntegerArray(jobs.size());
        remaining = new CountDownLatch(jobs.size());
    }

    @Override
    public void fired(long number) {
        long now = micros(clock.instant());
        long index = number - jobs.get(0).number();
        if (index < 0 || index >= jobs.size()) {
            strays.incrementAndGet();
        } else {
            // The time first, so that a reader that sees the count also sees the time.
            firstMicros.compareAndSet((int) index, 0, now);
            if (times.getAndIncrement((int) index) == 0) {
                remaining.countDown();
            }
        }
    }

    /** Waits until all jobs are fired, at most this long after the last due time. */
    void await(Duration timeout) throws InterruptedException {
        Instant end = jobs.get(jobs.size() - 1).due().plus(timeout);
        remaining.await(Math.max(0, Duration.between(clock.instant(), end).toMillis()), TimeUnit.MILLISECONDS);
        endMicros = micros(clock.instant());
    }

    /** The statistics at the end of the wait. A job not fired by then counts as late until then. */
    FiringStats result() {
        long[] lateness = new long[jobs.size()];
        int early = 0;
        int missing = 0;
        int repeated = strays.get();
        long begin = micros(jobs.get(0).due());
        long end = begin;
        for (int i = 0; i < jobs.size(); i++) {
            boolean fired = times.get(i) > 0;
            long at = fired ? firstMicros.get(i) : endMicros;
            lateness[i] = at - micros(jobs.get(i).due());
            early += fired && lateness[i] < 0 ? 1 : 0;
            missing += fired ? 0 : 1;
            repeated += Math.max(times.get(i) - 1, 0);
            begin = Math.min(begin, at);
            end = Math.max(end, at);
        }
        Arrays.sort(lateness);
        return new FiringStats(
                // A burst fired at once counts as one millisecond.
                (jobs.size() - missing) * MICROS / Math.max(end - begin, MILLI),
                percentile(lateness, 50),
                percentile(lateness, 99),
                percentile(lateness, 100),
                early,
                missing,
                repeated);
    }

    private static double percentile(long[] sorted, int percent) {
        return sorted[(int) Math.ceil(sorted.length * percent / 100.0) - 1] / (double) MILLI;
    }

    private static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }
}
