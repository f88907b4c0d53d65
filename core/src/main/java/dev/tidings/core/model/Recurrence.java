package dev.tidings.core.model;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/**
 * When something happens again and again.
 *
 * @param zone whose clock a cron expression means; an interval has no use for it
 * @param start nothing happens before
 * @param end nothing happens then or later
 */
public record Recurrence(Rule rule, ZoneId zone, Optional<Instant> start, Optional<Instant> end) {

    public sealed interface Rule {}

    /** @param expression five fields or a word such as @daily, as people write it into a crontab */
    public record Cron(String expression) implements Rule {}

    /** Counted in real time, from the start, or from when it was made. */
    public record Every(Duration interval) implements Rule {
        public static final Duration SHORTEST = Duration.ofMinutes(1);

        public Every {
            if (interval.compareTo(SHORTEST) < 0) {
                throw new IllegalArgumentException("interval: got " + interval + ", expected at least " + SHORTEST);
            }
        }
    }
}
