package dev.tidings.core.model;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/**
 * The rule by which a notification recurs: a cron expression or a fixed interval, with an optional start and end. It holds no occurrences;
 * the planner computes them.
 *
 * @param zone the time zone of a cron expression; unused for an interval
 * @param start there is no occurrence before it
 * @param end there is no occurrence at or after it
 */
public record Recurrence(Rule rule, ZoneId zone, Optional<Instant> start, Optional<Instant> end) {

    /** A cron expression or a fixed interval. */
    public sealed interface Rule {}

    /**
     * A cron rule.
     *
     * @param expression five fields, or a macro such as @daily, as in a crontab
     */
    public record Cron(String expression) implements Rule {}

    /** A fixed interval in elapsed time, from the start, or from the creation of the schedule. */
    public record Every(Duration interval) implements Rule {
        public static final Duration MIN_INTERVAL = Duration.ofMinutes(1);

        public Every {
            if (interval.compareTo(MIN_INTERVAL) < 0) {
                throw new IllegalArgumentException("interval: got " + interval + ", expected at least " + MIN_INTERVAL);
            }
        }
    }
}
