package dev.tidings.server.delivery;

import dev.tidings.core.model.Suppression;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * The result of a delivery attempt at one address: sent, to be retried, deferred, failed, suppressed, expired, or already made by another
 * worker.
 */
sealed interface AttemptResult {

    /** A provider has accepted the message, and that is stored. */
    record Sent() implements AttemptResult {}

    /**
     * The attempt failed temporarily. A retry counts as another attempt.
     *
     * @param after the minimum delay the provider requested; zero if none
     */
    record RetryLater(Duration after, String code, String text, List<DeliveryRows.Attempt> attempts)
            implements AttemptResult {}

    /**
     * No further provider can be called now: each is rate limited, saturated or blocked by an open circuit breaker. Does not count as an
     * attempt if no provider was called before.
     *
     * @param awaitedProvider the provider of which it has reserved a rate-limit token; null if none
     * @param attempts calls of other providers that were made before
     */
    record Deferred(Duration after, String awaitedProvider, List<DeliveryRows.Attempt> attempts)
            implements AttemptResult {}

    /**
     * Deferred until the end of quiet hours.
     *
     * @param attempts calls that were made before
     */
    record InQuietHours(Instant until, List<DeliveryRows.Attempt> attempts) implements AttemptResult {}

    /**
     * The attempt failed and is not retried.
     *
     * @param storedAttempt the attempt already stored as the last one, by another worker; null if there is none
     */
    record Failed(String code, String text, List<DeliveryRows.Attempt> attempts, UUID storedAttempt)
            implements AttemptResult {
        Failed(String code, String text, List<DeliveryRows.Attempt> attempts) {
            this(code, text, attempts, null);
        }
    }

    /**
     * Not sent, for a reason such as an opt-out.
     *
     * @param attempts calls that were made before
     */
    record Suppressed(Suppression reason, List<DeliveryRows.Attempt> attempts) implements AttemptResult {
        Suppressed(Suppression reason) {
            this(reason, List.of());
        }
    }

    /**
     * The notification expired before it was sent.
     *
     * @param attempts calls that were made before
     */
    record Expired(List<DeliveryRows.Attempt> attempts) implements AttemptResult {}

    /** Another worker has already made this attempt at this address, whatever its outcome. */
    record Superseded(boolean sent) implements AttemptResult {}
}
