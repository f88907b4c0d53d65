package dev.tidings.server.delivery;

import dev.tidings.server.config.Config;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Exponential backoff with jitter between the attempts of a delivery or webhook event: each pause is twice as long as the one before, up to
 * a bound.
 *
 * @param firstPause the pause before the second attempt
 * @param maxPause the longest pause between two attempts
 * @param maxAttempts the number of attempts before the delivery becomes a dead letter
 */
public record Backoff(Duration firstPause, Duration maxPause, int maxAttempts) {
    private static final int MAX_DOUBLINGS = 30;

    public static Backoff of(Config.Delivery options) {
        return new Backoff(options.firstRetryDelay(), options.maxRetryDelay(), options.attempts());
    }

    /** @param attempt the attempt that failed, 1 for the first */
    public Duration pauseAfter(int attempt, RandomGenerator random) {
        long whole = firstPause.toMillis() << Math.min(MAX_DOUBLINGS, attempt - 1);
        long bounded = whole <= 0 ? maxPause.toMillis() : Math.min(whole, maxPause.toMillis());
        // Jitter: a random point in the later half of the pause.
        return Duration.ofMillis(bounded - random.nextLong(bounded / 2 + 1));
    }
}
