package dev.tidings.server.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.server.pipeline.OutboundDeliveryCodec;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.DeliveryLogRow;
import dev.tidings.tables.FailedDeliveryRow;
import dev.tidings.tables.NotificationRow;
import dev.tidings.tables.ProviderMessageRow;
import dev.tidings.widecolumn.Upsert;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** Builds the rows that outbound deliveries write: attempts, open and finished addresses, channel states, message ids and dead letters. */
final class DeliveryRows {
    static final String ATTEMPT = "attempt";
    static final String STARTED = "started";
    static final String NOT_CALLED = "not_called";
    static final String ACCEPTED = "accepted";
    static final String RETRY = "retry";
    static final String UNCLEAR = "unclear";
    static final String REJECTED = "rejected";
    static final String UNREGISTERED = "unregistered";
    static final String SKIPPED = "skipped";

    static final String OPEN = "open";
    static final String OVER = "over";

    private static final int MAX_TEXT = 300;
    private static final Duration MAX_CLOCK_LAG = Duration.ofDays(1);

    private DeliveryRows() {}

    /** @param retryAt null if it is not retried */
    static Upsert attempt(OutboundDelivery o, AnsweredCall call, Instant retryAt) {
        Outcome outcome = call.outcome();
        return attemptRow(
                o,
                call.start(),
                call.tookMillis(),
                outcome instanceof Outcome.Accepted accepted ? accepted.providerMessageId() : null,
                outcomeName(outcome),
                outcome instanceof Outcome.Failure failure ? failure.code() : null,
                outcome instanceof Outcome.Failure failure ? shortened(failure.text()) : null,
                retryAt);
    }

    /** The row written before a call that must not be repeated. */
    static Upsert started(OutboundDelivery o, StartedCall call) {
        // With a write time below that of the row that records the outcome.
        return attemptRow(o, call, null, null, STARTED, null, null, null).at(before(call.id()));
    }

    /** Replaces the row of {@link #started} when the last check found a reason against the call. */
    static Upsert notCalled(OutboundDelivery o, StartedCall call) {
        return attemptRow(o, call, null, null, NOT_CALLED, null, null, null);
    }

    private static Upsert attemptRow(
            OutboundDelivery o,
            StartedCall call,
            Integer tookMillis,
            String messageId,
            String outcome,
            String code,
            String text,
            Instant retryAt) {
        return DeliveryLogRow.TABLE.upsert(new DeliveryLogRow(
                o.user().tenant(),
                o.notification(),
                o.user().user(),
                o.channel().wire(),
                call.id(),
                ATTEMPT,
                null,
                o.round(),
                o.attempt(),
                call.at(),
                tookMillis,
                call.provider(),
                messageId,
                call.addressId(),
                outcome,
                code,
                text,
                retryAt));
    }

    /**
     * A provider that was not called. One row per address and provider, which the next skip replaces: a delivery may wait for hours, and
     * its rows must stay few.
     */
    static Upsert skipped(OutboundDelivery o, AttemptPlan.StoredSkip stored) {
        SkippedProvider skip = stored.skipped();
        return DeliveryLogRow.TABLE.upsert(new DeliveryLogRow(
                o.user().tenant(),
                o.notification(),
                o.user().user(),
                o.channel().wire(),
                derived(o, "skip", skip.addressId(), skip.provider()),
                DeliveryLogRow.SKIP,
                null,
                o.round(),
                o.attempt(),
                skip.at(),
                null,
                skip.provider(),
                null,
                skip.addressId(),
                SKIPPED,
                skip.code(),
                shortened(skip.text()),
                stored.retryAt()));
    }

    /** Marks one of several devices as not finished. */
    static Upsert open(OutboundDelivery o, String addressId) {
        // With a write time below that of the row that marks it as finished: this one may be written after it.
        return addressRow(o, addressId, null, OPEN, null).at(before(derived(o, addressId)));
    }

    /** Marks one of several devices as finished. */
    static Upsert finished(OutboundDelivery o, AttemptPlan.FinishedAddress address) {
        return addressRow(o, address.addressId(), address.at(), OVER, address.code());
    }

    private static Upsert addressRow(OutboundDelivery o, String addressId, Instant at, String outcome, String code) {
        UUID id = derived(o, addressId);
        return DeliveryLogRow.TABLE.upsert(new DeliveryLogRow(
                o.user().tenant(),
                o.notification(),
                o.user().user(),
                o.channel().wire(),
                id,
                DeliveryLogRow.PLACE,
                null,
                o.round(),
                null,
                at,
                null,
                null,
                null,
                addressId,
                outcome,
                code,
                null,
                null));
    }

    /**
     * A write time below all that a clock gives once the id exists, also one that is behind. Not far below: a file with cells of long ago
     * keeps expired files of the table from being dropped.
     */
    private static long before(UUID id) {
        return TimeUnit.MILLISECONDS.toMicros(
                UuidV7.time(id).minus(MAX_CLOCK_LAG).toEpochMilli());
    }

    /** A row id that is the same for each write about the same thing. */
    private static UUID derived(OutboundDelivery o, String... names) {
        String name = o.round() + "\n" + String.join("\n", names);
        return UuidV7.derived(UuidV7.time(o.position()), UUID.nameUUIDFromBytes(name.getBytes(UTF_8)));
    }

    /** Sets the state of the channel. */
    static Upsert state(DeliveryEvent change) {
        return NotificationRow.TABLE
                .update(
                        change.user().tenant(),
                        change.user().user(),
                        Buckets.month(change.position()),
                        change.position())
                .set(
                        NotificationRow.CHANNEL_STATUS,
                        Map.of(change.channel().wire(), change.status().text()))
                .at(change.writeTime());
    }

    /** Maps the provider's message id to the delivery, for receipts. */
    static Upsert message(OutboundDelivery o, StartedCall call, String messageId) {
        return ProviderMessageRow.TABLE.upsert(new ProviderMessageRow(
                call.provider(),
                messageId,
                o.user().tenant(),
                o.notification(),
                o.user().user(),
                o.channel().wire(),
                o.position(),
                call.id(),
                o.round()));
    }

    /** A dead letter: a delivery that was given up, with its record for a replay. */
    static Upsert deadLetter(OutboundDelivery o, UUID id, AttemptPlan.DeadLetter letter) {
        return FailedDeliveryRow.TABLE.upsert(new FailedDeliveryRow(
                o.user().tenant(),
                Buckets.hour(id),
                id,
                o.notification(),
                o.user().user(),
                o.channel().wire(),
                o.type(),
                o.attempt(),
                letter.code(),
                shortened(letter.text()),
                ByteBuffer.wrap(OutboundDeliveryCodec.entry(o).payload()),
                null));
    }

    private static String outcomeName(Outcome outcome) {
        if (outcome instanceof Outcome.Accepted) {
            return ACCEPTED;
        }
        if (outcome instanceof Outcome.Retry) {
            return RETRY;
        }
        if (outcome instanceof Outcome.Unclear) {
            return UNCLEAR;
        }
        return outcome instanceof Outcome.Rejected ? REJECTED : UNREGISTERED;
    }

    /** Truncates the error text of a provider. */
    private static String shortened(String text) {
        return text == null || text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…";
    }
}
