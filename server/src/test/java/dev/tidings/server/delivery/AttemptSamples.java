package dev.tidings.server.delivery;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.Suppression;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.pipeline.OutboundDelivery;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/** Deliveries, results and ended attempts for the tests of {@link AttemptPlanner}. */
final class AttemptSamples {
    static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    static final UUID STORED = UuidV7.of(NOW.toEpochMilli(), 9, 9);
    static final Duration PAUSE = Duration.ofSeconds(4);
    static final RetryPolicy POLICY = new RetryPolicy(3, Duration.ofHours(1));

    private AttemptSamples() {}

    /** Every kind of result at an address. */
    enum SampleResult {
        ACCEPTED(new AttemptResult.Accepted()),
        RETRY(new AttemptResult.RetryLater(Duration.ZERO, "throttled", "not now")),
        RETRY_IN_10M(new AttemptResult.RetryLater(Duration.ofMinutes(10), "throttled", "not now")),
        DEFERRED_1S(new AttemptResult.Deferred(Duration.ofSeconds(1), null)),
        DEFERRED_9S(new AttemptResult.Deferred(Duration.ofSeconds(9), null)),
        TOKEN(new AttemptResult.Deferred(Duration.ofSeconds(9), "acme/one")),
        QUIET(new AttemptResult.InQuietHours(NOW.plus(Duration.ofHours(9)))),
        FAILED(new AttemptResult.Failed("refused", "no")),
        FAILED_BEFORE(new AttemptResult.Failed("refused", "no", STORED)),
        OPTED_OUT(new AttemptResult.Suppressed(Suppression.OPTED_OUT)),
        EXPIRED(new AttemptResult.Expired()),
        SENT_BEFORE(new AttemptResult.Superseded(true)),
        RETRIED_BEFORE(new AttemptResult.Superseded(false));

        private final AttemptResult result;

        SampleResult(AttemptResult result) {
            this.result = result;
        }

        AttemptResult result() {
            return result;
        }

        /** Whether a worker can come to this result after that many calls. */
        boolean isPossibleAfter(int calls) {
            return switch (this) {
                case ACCEPTED, RETRY, RETRY_IN_10M, FAILED -> calls > 0;
                case FAILED_BEFORE, SENT_BEFORE, RETRIED_BEFORE -> calls == 0;
                default -> true;
            };
        }

        /** @param calls the number of provider calls before it; the last one is accepted if this is */
        AddressAttempt at(String addressId, int calls) {
            return new AddressAttempt(
                    addressId,
                    result,
                    IntStream.range(0, calls)
                            .mapToObj(i -> call(addressId, i, this == ACCEPTED && i == calls - 1))
                            .toList(),
                    List.of());
        }
    }

    private static AnsweredCall call(String addressId, int number, boolean accepted) {
        UUID id = UuidV7.of(NOW.toEpochMilli(), number, addressId.hashCode());
        return new StartedCall(id, addressId, "acme/p" + number, NOW)
                .answered(5, accepted ? new Outcome.Accepted("m1") : new Outcome.Retry("throttled", "not now"));
    }

    /** The first attempt of a push delivery that was accepted that long ago. */
    static OutboundDelivery delivery(Duration age) {
        UUID id = UuidV7.of(NOW.minus(age).toEpochMilli(), 1, 1);
        return OutboundDelivery.first(
                new UserKey("acme", "bob"),
                id,
                id,
                "default",
                Priority.NORMAL,
                Channel.PUSH,
                null,
                new Message.Push("x", null, null, null),
                false);
    }

    static OutboundDelivery delivery(Duration age, int round, int attempt) {
        OutboundDelivery delivery = round == 0 ? delivery(age) : delivery(age).replayed(round);
        for (int i = 1; i < attempt; i++) {
            delivery = delivery.next(List.of("a"), false);
        }
        return delivery;
    }

    /** An attempt at the only address. */
    static EndedAttempt single(OutboundDelivery delivery, AddressAttempt address) {
        return new EndedAttempt(delivery, false, List.of(address), NOW);
    }

    /** An attempt at some of several addresses. */
    static EndedAttempt several(OutboundDelivery delivery, AddressAttempt... addresses) {
        return new EndedAttempt(delivery, true, Arrays.asList(addresses), NOW);
    }
}
