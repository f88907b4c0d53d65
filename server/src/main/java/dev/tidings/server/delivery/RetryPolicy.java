package dev.tidings.server.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.model.UuidV7;
import dev.tidings.server.pipeline.OutboundDelivery;
import java.time.Duration;
import java.util.UUID;

/**
 * The limits of a delivery in attempts and in time, after which it becomes a dead letter.
 *
 * @param maxAttempts the number of attempts
 * @param giveUpAfter how long a delivery may wait without any provider available
 */
record RetryPolicy(int maxAttempts, Duration giveUpAfter) {
    private static final String UNAVAILABLE = "unavailable";

    /** The attempt with the limits applied to its results: each is to be retried, to wait, or final. */
    EndedAttempt apply(EndedAttempt attempt) {
        return attempt.withAddresses(attempt.addresses().stream()
                .map(address -> address.withResult(apply(attempt, address)))
                .toList());
    }

    private AttemptResult apply(EndedAttempt attempt, AddressAttempt address) {
        // If a provider was called, the next call is another attempt.
        boolean called = !address.calls().isEmpty();
        if (address.result() instanceof AttemptResult.InQuietHours quiet) {
            Duration after = Duration.between(attempt.at(), quiet.until());
            return called
                    ? retryOrFail(attempt, after, UNAVAILABLE, "quiet hours began before another provider was called")
                    : new AttemptResult.Deferred(after, null);
        }
        if (address.result() instanceof AttemptResult.Deferred deferred) {
            if (isTooOld(attempt)) {
                return new AttemptResult.Failed(
                        UNAVAILABLE, "no provider was available for too long", failureId(attempt));
            }
            return called
                    ? retryOrFail(attempt, deferred.after(), UNAVAILABLE, "no other provider is available")
                    : deferred;
        }
        return address.result() instanceof AttemptResult.RetryLater retry
                ? retryOrFail(attempt, retry.after(), retry.code(), retry.text())
                : address.result();
    }

    private AttemptResult retryOrFail(EndedAttempt attempt, Duration after, String code, String text) {
        return attempt.delivery().attempt() >= maxAttempts
                ? new AttemptResult.Failed(code, text)
                : new AttemptResult.RetryLater(after, code, text);
    }

    /** A replay has no deadline: the operator who requests it knows how old the delivery is. */
    private boolean isTooOld(EndedAttempt attempt) {
        return attempt.delivery().round() == 0
                && !attempt.at()
                        .isBefore(UuidV7.time(attempt.delivery().position()).plus(giveUpAfter));
    }

    /** The id of the last stored call at another address, or a derived one: a redelivered record writes the same dead letter. */
    private UUID failureId(EndedAttempt attempt) {
        return attempt.last(AttemptResult.Failed.class)
                .map(AttemptResult.Failed::failureId)
                .orElseGet(() -> derivedId(attempt.delivery()));
    }

    private UUID derivedId(OutboundDelivery o) {
        String delivery = String.join(
                "\n",
                o.notification().toString(),
                o.channel().wire(),
                o.user().tenant(),
                o.user().user());
        return UuidV7.derived(
                UuidV7.time(o.position()).plus(giveUpAfter), UUID.nameUUIDFromBytes(delivery.getBytes(UTF_8)));
    }
}
