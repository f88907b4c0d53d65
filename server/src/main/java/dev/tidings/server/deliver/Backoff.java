package dev.tidings.server.deliver;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * When to try again: each time after twice as long, up to a bound, and never at the same moment as all the others that failed
 * together.
 *
 * @param first before the second attempt
 * @param most between any two
 * @param attempts how many there are before it is given up
 */
public record Backoff(Duration first, Duration most, int attempts) {
    private static final int MOST_DOUBLINGS = 30;

    /** @param attempt the one that failed, 1 for the first */
    public Duration after(int attempt, RandomGenerator random) {
        long whole = first.toMillis() << Math.min(MOST_DOUBLINGS, attempt - 1);
        long bounded = whole <= 0 ? most.toMillis() : Math.min(whole, most.toMillis());
        // Somewhere in its later half.
        return Duration.ofMillis(bounded - random.nextLong(bounded / 2 + 1));
    }
}
