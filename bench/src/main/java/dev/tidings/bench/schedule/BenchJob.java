package dev.tidings.bench.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A job of the schedule benchmark, fired once at its due time.
 *
 * @param number unique among all jobs of a side
 * @param due in whole milliseconds, which every side can store
 * @param payload 300 bytes of text for the job handler
 */
record BenchJob(long number, Instant due, String payload) {
    /** 300 characters in base 64. */
    private static final int RANDOM_BYTES = 225;

    private static final Duration FIRST_WAITING = Duration.ofHours(1);
    private static final Duration WAITING = Duration.ofDays(30);

    /** Jobs with evenly spaced due times from the start on; all due at once if the duration is zero. */
    static List<BenchJob> spread(long first, int count, Instant start, Duration over) {
        List<BenchJob> jobs = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            jobs.add(new BenchJob(first + i, start.plusMillis(over.toMillis() * i / count), payload(first + i)));
        }
        return jobs;
    }

    /** Jobs with random due times within the next 30 days, none of them during a run. */
    static List<BenchJob> waiting(long first, int count, Instant now) {
        List<BenchJob> jobs = new ArrayList<>(count);
        for (long number = first; number < first + count; number++) {
            long place = new SplittableRandom(number).nextLong(WAITING.toMillis());
            Instant due = now.truncatedTo(ChronoUnit.MILLIS).plus(FIRST_WAITING).plusMillis(place);
            jobs.add(new BenchJob(number, due, payload(number)));
        }
        return jobs;
    }

    /** Different for each job, and incompressible. */
    private static String payload(long number) {
        byte[] bytes = new byte[RANDOM_BYTES];
        new SplittableRandom(number).nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }
}
