package dev.tidings.server.delivery;

import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.model.Suppression;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * The result of a delivery attempt at one address: accepted, to be retried, deferred, failed, suppressed, expired, or already made by
 * another worker.
 */
sealed interface AttemptResult {

    /** A provider has accepted the message. */
    record Accepted() implements AttemptResult {}

    /**
     * The attempt failed temporarily. A retry counts as another attempt.
     *
     * @param after the minimum delay the provider requested; zero if none
     */
    record RetryLater(Duration after, String code, String text) implements AttemptResult {}

    /**
     * No further provider can be called now: each is rate limited, saturated or blocked by an open circuit breaker. Does not count as an
     * attempt if no provider was called before.
     *
     * @param awaitedProvider the provider of which it has reserved a rate-limit token; null if none
     */
    record Deferred(Duration after, String awaitedProvider) implements AttemptResult {}

    /** Deferred until the end of quiet hours. */
    record InQuietHours(Instant until) implements AttemptResult {}

    /**
     * The attempt failed and is not retried.
     *
     * @param failureId the id of its dead letter, the same for a redelivered record; null if the last provider call gives it one
     */
    record Failed(String code, String text, UUID failureId) implements AttemptResult {
        Failed(String code, String text) {
            this(code, text, null);
        }
    }

    /** Not sent, for a reason such as an opt-out. */
    record Suppressed(Suppression reason) implements AttemptResult {}

    /** The notification expired before it was sent. */
    record Expired() implements AttemptResult {}

    /** Another worker has already made this attempt at this address, whatever its outcome, or makes it as the new owner of the record. */
    record Superseded(boolean sent) implements AttemptResult {}

    /** Whether a provider has accepted the message, now or before. */
    default boolean isSent() {
        return this instanceof Accepted || this instanceof Superseded other && other.sent();
    }

    /**
     * The result of a failed call if no other provider accepts the message.
     *
     * @param repeatable whether a duplicate is acceptable when the outcome of a call is unknown
     */
    static AttemptResult of(Outcome.Failure failure, boolean repeatable) {
        if (failure instanceof Outcome.Retry retry) {
            return new RetryLater(retry.after(), retry.code(), retry.text());
        }
        if (failure instanceof Outcome.Unclear) {
            return repeatable
                    ? new RetryLater(Duration.ZERO, failure.code(), failure.text())
                    : new Failed("unclear", failure.text());
        }
        return new Failed(failure.code(), failure.text());
    }

    /**
     * The better of the results with two providers: deferred is better than failed, and a retry is better still because it counts as an
     * attempt; of two retries the earlier.
     *
     * @param one null if there is none yet
     */
    static AttemptResult better(AttemptResult one, AttemptResult other) {
        if (one instanceof RetryLater first && other instanceof RetryLater second) {
            return first.after().compareTo(second.after()) <= 0 ? first : second;
        }
        return one == null || rank(other) > rank(one) ? other : one;
    }

    private static int rank(AttemptResult result) {
        return result instanceof Failed ? 0 : result instanceof Deferred ? 1 : 2;
    }
}
