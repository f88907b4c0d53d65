package dev.tidings.bench.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Something to be done once, at its time.
 *
 * @param number which it is, among all jobs that a side was ever given
 * @param due whole milliseconds, which every side can store
 * @param payload 300 bytes of text for whoever does it
 */
record Job(long number, Instant due, String payload) {
    /** In base 64, a third more: 300 characters. */
    private static final int RANDOM_BYTES = 225;

    private static final Duration FIRST_WAITING = Duration.ofHours(1);
    private static final Duration WAITING = Duration.ofDays(30);

    /** So many jobs, due at even distances from the start on; all at the same instant if that is over nothing. */
    static List<Job> spread(long first, int count, Instant start, Duration over) {
        List<Job> jobs = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            jobs.add(new Job(first + i, start.plusMillis(over.toMillis() * i / count), payload(first + i)));
        }
        return jobs;
    }

    /** So many jobs that are due on some day of the month after now, and never while a benchmark runs. */
    static List<Job> waiting(long first, int count, Instant now) {
        List<Job> jobs = new ArrayList<>(count);
        for (long number = first; number < first + count; number++) {
            long place = new SplittableRandom(number).nextLong(WAITING.toMillis());
            Instant due = now.truncatedTo(ChronoUnit.MILLIS).plus(FIRST_WAITING).plusMillis(place);
            jobs.add(new Job(number, due, payload(number)));
        }
        return jobs;
    }

    /** Different for each, and nothing a store could make smaller. */
    private static String payload(long number) {
        byte[] bytes = new byte[RANDOM_BYTES];
        new SplittableRandom(number).nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }
}
