package dev.tidings.server.delivery;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.DeliveryStatus;
import dev.tidings.core.model.Suppression;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.server.pipeline.OutboundDeliveryCodec;
import dev.tidings.server.schedule.DelayedRecord;
import dev.tidings.widecolumn.Write;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Collects the results of one delivery attempt at all addresses and derives what is written: delayed records for retries, attempt rows, and
 * the final state of the channel with its webhook events and dead letter. Writes nothing itself.
 */
final class AttemptConclusion {
    private final DeliveryContext parts;
    private final OutboundDelivery outboundDelivery;
    private final Instant now;
    private final boolean several;

    private final List<DeliveryRows.Attempt> attempts = new ArrayList<>();
    /** The addresses to retry as another attempt. */
    private final List<String> toRetry = new ArrayList<>();
    /** Deferred addresses by the provider of which they have reserved a rate-limit token; under null those without one. */
    private final Map<String, Wait> deferredByProvider = new HashMap<>();

    private Duration retryAfter = Duration.ZERO;
    private boolean sent;
    private boolean sentByOther;
    private boolean superseded;
    private boolean retriedElsewhere;
    private boolean expired;
    private AttemptResult.Suppressed suppressed;
    private AttemptResult.Failed failed;
    private UUID lastAttempt;

    /** Addresses that wait together, and for how long. */
    private record Wait(List<String> addressIds, Duration after) {}

    /**
     * The failure code of each finished address; null if it ended without a failure. Addresses that are not finished have no entry.
     */
    private final Map<String, String> finished = new LinkedHashMap<>();

    private boolean complete;
    private boolean noProviderCalled;

    AttemptConclusion(DeliveryContext parts, OutboundDelivery outboundDelivery) {
        this(parts, outboundDelivery, false);
    }

    /**
     * @param several whether there are, or were, other addresses. Then these results alone do not decide the final state, and {@link
     *     #end} has to be called after they are written.
     */
    AttemptConclusion(DeliveryContext parts, OutboundDelivery outboundDelivery, boolean several) {
        this.several = several;
        this.parts = parts;
        this.outboundDelivery = outboundDelivery;
        this.now = parts.now();
        this.sent = outboundDelivery.sent();
        // Addresses that no longer exist are finished, too.
        outboundDelivery.addressIds().forEach(addressId -> finished.put(addressId, null));
    }

    void add(String addressId, AttemptResult result) {
        AttemptResult.Failed before = failed;
        collect(addressId, result);
        boolean continues = toRetry.contains(addressId)
                || deferredByProvider.values().stream()
                        .anyMatch(wait -> wait.addressIds().contains(addressId))
                || result instanceof AttemptResult.Superseded done && !done.sent();
        if (continues) {
            finished.remove(addressId);
        } else {
            finished.put(addressId, failed != before ? failed.code() : null);
        }
    }

    private void collect(String addressId, AttemptResult result) {
        if (result instanceof AttemptResult.Sent) {
            sent = true;
        } else if (result instanceof AttemptResult.Superseded done) {
            superseded = true;
            retriedElsewhere |= !done.sent();
            sent |= done.sent();
            sentByOther |= done.sent();
        } else if (result instanceof AttemptResult.Expired late) {
            attempts.addAll(late.attempts());
            expired = true;
        } else if (result instanceof AttemptResult.Suppressed why) {
            attempts.addAll(why.attempts());
            suppressed = why;
        } else if (result instanceof AttemptResult.InQuietHours quiet) {
            quiet(addressId, quiet);
        } else if (result instanceof AttemptResult.Deferred deferred) {
            defer(addressId, deferred);
        } else if (result instanceof AttemptResult.RetryLater retry) {
            attempts.addAll(retry.attempts());
            retry(addressId, retry.after(), new AttemptResult.Failed(retry.code(), retry.text(), List.of()));
        } else if (result instanceof AttemptResult.Failed end) {
            attempts.addAll(end.attempts());
            failed = end;
            lastAttempt = end.storedAttempt();
        }
    }

    private void quiet(String addressId, AttemptResult.InQuietHours quiet) {
        attempts.addAll(quiet.attempts());
        Duration after = Duration.between(now, quiet.until());
        if (quiet.attempts().isEmpty()) {
            wait(addressId, after, null);
        } else {
            // A provider was called, so the next call is another attempt.
            retry(
                    addressId,
                    after,
                    new AttemptResult.Failed(
                            "unavailable", "quiet hours began before another provider was called", List.of()));
        }
    }

    private void defer(String addressId, AttemptResult.Deferred result) {
        attempts.addAll(result.attempts());
        // A replay has no deadline: the operator who requests it knows how old the delivery is.
        if (outboundDelivery.round() == 0
                && !now.isBefore(UuidV7.time(outboundDelivery.position()).plus(parts.giveUpAfter()))) {
            failed = new AttemptResult.Failed("unavailable", "no provider was available for too long", List.of());
            noProviderCalled = true;
        } else if (result.attempts().isEmpty()) {
            wait(addressId, result.after(), result.awaitedProvider());
        } else {
            // A provider was called, so the next call is another attempt.
            retry(
                    addressId,
                    result.after(),
                    new AttemptResult.Failed("unavailable", "no other provider is available", List.of()));
        }
    }

    private void wait(String addressId, Duration after, String awaitedProvider) {
        deferredByProvider.merge(awaitedProvider, new Wait(List.of(addressId), after), (one, other) -> {
            List<String> both = new ArrayList<>(one.addressIds());
            both.addAll(other.addressIds());
            return new Wait(both, longer(one.after(), other.after()));
        });
    }

    private void retry(String addressId, Duration after, AttemptResult.Failed otherwise) {
        if (outboundDelivery.attempt() >= parts.backoff().maxAttempts()) {
            failed = otherwise;
        } else {
            toRetry.add(addressId);
            retryAfter = longer(retryAfter, after);
        }
    }

    OutcomeWriter.DeliveryWrites writes() {
        List<DelayedRecord> delayedRecords = new ArrayList<>();
        Instant retryAt = null;
        if (!toRetry.isEmpty()) {
            Duration pause = longer(retryAfter, parts.backoff().pauseAfter(outboundDelivery.attempt(), parts.random()));
            retryAt = park(outboundDelivery.next(toRetry, sent), pause, delayedRecords);
        }
        deferredByProvider.forEach((awaitedProvider, wait) ->
                park(outboundDelivery.delayed(wait.addressIds(), sent, awaitedProvider), wait.after(), delayedRecords));
        List<Write> rows = new ArrayList<>();
        for (DeliveryRows.Attempt attempt : attempts) {
            rows.add(DeliveryRows.attempt(
                    outboundDelivery, attempt, toRetry.contains(attempt.addressId()) ? retryAt : null));
            lastAttempt = attempt.id();
        }
        List<LogEntry> events = new ArrayList<>();
        // While another attempt is pending, there is no final state yet.
        complete = delayedRecords.isEmpty() && !retriedElsewhere;
        if (several) {
            toRetry.forEach(addressId -> rows.add(DeliveryRows.open(outboundDelivery, addressId)));
            deferredByProvider
                    .values()
                    .forEach(wait -> wait.addressIds()
                            .forEach(addressId -> rows.add(DeliveryRows.open(outboundDelivery, addressId))));
            finished.forEach(
                    (addressId, code) -> rows.add(DeliveryRows.finished(outboundDelivery, addressId, now, code)));
        } else if (complete) {
            end(rows, events);
        }
        return new OutcomeWriter.DeliveryWrites(delayedRecords, events, rows);
    }

    /** Whether {@link #end} has to be called. */
    boolean needsFinalState() {
        return several && complete;
    }

    /** The final state, derived from the stored rows of all addresses. To be called when the {@link #writes} are durable. */
    OutcomeWriter.DeliveryWrites end(DeliveryProgress deliveryProgress) {
        List<Write> rows = new ArrayList<>();
        List<LogEntry> events = new ArrayList<>();
        if (!deliveryProgress.open()) {
            sent |= deliveryProgress.reached();
            if (!deliveryProgress.reached() && deliveryProgress.failure().isPresent()) {
                sent = false;
                fail(deliveryProgress.failure().get(), deliveryProgress.accepted(), rows, events);
            } else {
                end(rows, events);
            }
        }
        return new OutcomeWriter.DeliveryWrites(List.of(), events, rows);
    }

    /**
     * @param accepted whether a provider accepted the message and reported a failure later: then there is no dead letter to replay
     */
    private void fail(String reason, boolean accepted, List<Write> rows, List<LogEntry> events) {
        change(DeliveryStatus.failed(reason), rows, events);
        if (!accepted) {
            UUID id = lastAttempt != null
                    ? lastAttempt
                    : noProviderCalled ? deadLetterId() : parts.ids().next();
            String text = failed == null ? "none of the devices could be reached" : failed.text();
            rows.add(DeliveryRows.deadLetter(outboundDelivery, id, reason, text));
        }
    }

    private void change(DeliveryStatus to, List<Write> rows, List<LogEntry> events) {
        DeliveryEvent change = DeliveryEvent.of(outboundDelivery, to);
        rows.add(DeliveryRows.state(change));
        events.addAll(parts.events().eventsFor(change));
    }

    /** The id of a dead letter without any attempt. Derived, so that a redelivered record writes the same dead letter. */
    private UUID deadLetterId() {
        String delivery = String.join(
                "\n",
                outboundDelivery.notification().toString(),
                outboundDelivery.channel().wire(),
                outboundDelivery.user().tenant(),
                outboundDelivery.user().user());
        return UuidV7.derived(
                UuidV7.time(outboundDelivery.position()).plus(parts.giveUpAfter()),
                UUID.nameUUIDFromBytes(delivery.getBytes(StandardCharsets.UTF_8)));
    }

    /** Adds the final state. A message that was sent to one address counts as sent, whatever the results of the others. */
    private void end(List<Write> rows, List<LogEntry> events) {
        if (sent) {
            if (sentByOther) {
                // The worker that stored the attempt may have died before it wrote the state.
                rows.add(DeliveryRows.state(DeliveryEvent.of(outboundDelivery, DeliveryStatus.of(DeliveryState.SENT))));
            }
        } else if (failed != null) {
            fail(failed.code(), false, rows, events);
        } else if (expired) {
            change(DeliveryStatus.of(DeliveryState.EXPIRED), rows, events);
        } else if (suppressed != null) {
            change(DeliveryStatus.suppressed(suppressed.reason()), rows, events);
        } else if (!superseded) {
            // All addresses were removed since the decision to send.
            change(DeliveryStatus.suppressed(Suppression.NO_ADDRESS), rows, events);
        }
    }

    private Instant park(OutboundDelivery next, Duration after, List<DelayedRecord> delayedRecords) {
        Instant due = now.plus(after);
        delayedRecords.add(new DelayedRecord(parts.ids().next(), due, OutboundDeliveryCodec.entry(next)));
        return due;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
