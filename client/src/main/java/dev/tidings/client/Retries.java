package dev.tidings.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Exponential backoff with jitter, and the time after which a call is given up. A {@code Retry-After} of the server takes precedence over
 * a shorter delay.
 *
 * @param deadline counted from the first attempt; no retry starts later
 * @param firstDelay the longest delay before the first retry; it doubles with each retry
 * @param maxDelay the limit of the doubling
 */
public record Retries(Duration deadline, Duration firstDelay, Duration maxDelay) {

    /** Longer than the 30 seconds for which an idempotency key of a lost request may be in progress. */
    public static Retries defaults() {
        return new Retries(Duration.ofSeconds(60), Duration.ofMillis(200), Duration.ofSeconds(5));
    }

    /** One attempt per call. Notifications then get no idempotency key, unless they bring one. */
    public static Retries none() {
        return new Retries(Duration.ZERO, Duration.ZERO, Duration.ZERO);
    }

    boolean enabled() {
        return deadline.compareTo(Duration.ZERO) > 0;
    }

    /** The delay before the retry with this number, from 1 on: between half of the backoff and all of it. */
    Duration delay(int retry) {
        long backoff = maxDelay.toMillis();
        if (retry < 32) {
            backoff = Math.min(backoff, firstDelay.toMillis() << (retry - 1));
        }
        return Duration.ofMillis(backoff / 2 + ThreadLocalRandom.current().nextLong(backoff / 2 + 1));
    }
}
