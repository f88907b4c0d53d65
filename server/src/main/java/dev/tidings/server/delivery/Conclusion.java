package dev.tidings.server.delivery;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.model.DeliveryState;
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

/** Derives the next step from the results at all addresses: a retry, or the final state of the channel. */
final class Conclusion {
    private final DeliveryContext parts;
    private final OutboundDelivery outboundDelivery;
    private final Instant now;
    private final boolean several;

    private final List<DeliveryRows.Attempt> attempts = new ArrayList<>();
    private final List<String> again = new ArrayList<>();
    /** By the provider whose rate-limit token they hold; under null those that hold none. */
    private final Map<String, Wait> notYet = new HashMap<>();

    private Duration againAfter = Duration.ZERO;
    private boolean sent;
    private boolean sentEarlier;
    private boolean superseded;
    private boolean retriedElsewhere;
    private boolean expired;
    private AttemptResult.Suppressed suppressed;
    private AttemptResult.Failed failed;
    private UUID lastAttempt;

    /** Addresses that wait together, and for how long. */
    private record Wait(List<String> places, Duration after) {}

    /**
     * The failure code of each finished address; null if it ended without a failure. Addresses that are not finished have no entry.
     */
    private final Map<String, String> over = new LinkedHashMap<>();

    private boolean ends;
    private boolean noProviderCalled;

    Conclusion(DeliveryContext parts, OutboundDelivery outboundDelivery) {
        this(parts, outboundDelivery, false);
    }

    /**
     * @param several whether there are, or were, other addresses. Then these results alone do not decide the final state, and {@link
     *     #end} has to be called after they are written.
     */
    Conclusion(DeliveryContext parts, OutboundDelivery outboundDelivery, boolean several) {
        this.several = several;
        this.parts = parts;
        this.outboundDelivery = outboundDelivery;
        this.now = parts.now();
        this.sent = outboundDelivery.sent();
        // Addresses that no longer exist are finished, too.
        outboundDelivery.addressIds().forEach(place -> over.put(place, null));
    }

    void add(String place, AttemptResult result) {
        AttemptResult.Failed before = failed;
        collect(place, result);
        boolean goesOn = again.contains(place)
                || notYet.values().stream().anyMatch(wait -> wait.places().contains(place))
                || result instanceof AttemptResult.Superseded done && !done.sent();
        if (goesOn) {
            over.remove(place);
        } else {
            over.put(place, failed != before ? failed.code() : null);
        }
    }

    private void collect(String place, AttemptResult result) {
        if (result instanceof AttemptResult.Sent) {
            sent = true;
        } else if (result instanceof AttemptResult.Superseded done) {
            superseded = true;
            retriedElsewhere |= !done.sent();
            sent |= done.sent();
            sentEarlier |= done.sent();
        } else if (result instanceof AttemptResult.Expired late) {
            attempts.addAll(late.attempts());
            expired = true;
        } else if (result instanceof AttemptResult.Suppressed why) {
            attempts.addAll(why.attempts());
            suppressed = why;
        } else if (result instanceof AttemptResult.InQuietHours quiet) {
            quiet(place, quiet);
        } else if (result instanceof AttemptResult.Deferred later) {
            notYet(place, later);
        } else if (result instanceof AttemptResult.RetryLater wish) {
            attempts.addAll(wish.attempts());
            tryAgain(place, wish.after(), new AttemptResult.Failed(wish.code(), wish.text(), List.of()));
        } else if (result instanceof AttemptResult.Failed end) {
            attempts.addAll(end.attempts());
            failed = end;
            lastAttempt = end.storedAttempt();
        }
    }

    private void quiet(String place, AttemptResult.InQuietHours quiet) {
        attempts.addAll(quiet.attempts());
        Duration after = Duration.between(now, quiet.until());
        if (quiet.attempts().isEmpty()) {
            wait(place, after, null);
        } else {
            // A provider was called, so the next call is another attempt.
            tryAgain(
                    place,
                    after,
                    new AttemptResult.Failed(
                            "unavailable", "quiet hours began before another provider was called", List.of()));
        }
    }

    private void notYet(String place, AttemptResult.Deferred later) {
        attempts.addAll(later.attempts());
        // A replay is asked for by an operator who knows how old the delivery is.
        if (outboundDelivery.round() == 0
                && !now.isBefore(UuidV7.time(outboundDelivery.position()).plus(parts.giveUpAfter()))) {
            failed = new AttemptResult.Failed("unavailable", "no provider was available for too long", List.of());
            noProviderCalled = true;
        } else if (later.attempts().isEmpty()) {
            wait(place, later.after(), later.turnWith());
        } else {
            // A provider was called, so the next call is another attempt.
            tryAgain(
                    place,
                    later.after(),
                    new AttemptResult.Failed("unavailable", "no other provider is available", List.of()));
        }
    }

    private void wait(String place, Duration after, String turnWith) {
        notYet.merge(turnWith, new Wait(List.of(place), after), (one, other) -> {
            List<String> both = new ArrayList<>(one.places());
            both.addAll(other.places());
            return new Wait(both, longer(one.after(), other.after()));
        });
    }

    private void tryAgain(String place, Duration after, AttemptResult.Failed otherwise) {
        if (outboundDelivery.attempt() >= parts.backoff().maxAttempts()) {
            failed = otherwise;
        } else {
            again.add(place);
            againAfter = longer(againAfter, after);
        }
    }

    OutcomeWriter.DeliveryWrites writes() {
        List<DelayedRecord> delayedRecords = new ArrayList<>();
        Instant retryAt = null;
        if (!again.isEmpty()) {
            Duration pause = longer(againAfter, parts.backoff().pauseAfter(outboundDelivery.attempt(), parts.random()));
            retryAt = later(outboundDelivery.next(again, sent), pause, delayedRecords);
        }
        notYet.forEach((turnWith, wait) ->
                later(outboundDelivery.delayed(wait.places(), sent, turnWith), wait.after(), delayedRecords));
        List<Write> rows = new ArrayList<>();
        for (DeliveryRows.Attempt attempt : attempts) {
            rows.add(DeliveryRows.attempt(outboundDelivery, attempt, again.contains(attempt.place()) ? retryAt : null));
            lastAttempt = attempt.id();
        }
        List<LogEntry> events = new ArrayList<>();
        // If another attempt is pending, that attempt publishes the final state.
        ends = delayedRecords.isEmpty() && !retriedElsewhere;
        if (several) {
            again.forEach(place -> rows.add(DeliveryRows.open(outboundDelivery, place)));
            notYet.values()
                    .forEach(wait ->
                            wait.places().forEach(place -> rows.add(DeliveryRows.open(outboundDelivery, place))));
            over.forEach((place, code) -> rows.add(DeliveryRows.over(outboundDelivery, place, now, code)));
        } else if (ends) {
            end(rows, events);
        }
        return new OutcomeWriter.DeliveryWrites(delayedRecords, events, rows);
    }

    /** Whether {@link #end} has to be called. */
    boolean needsFinalState() {
        return several && ends;
    }

    /** The final state, derived from the stored rows of all addresses. To be called after the {@link #writes} is durable. */
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
     * @param taken whether a provider accepted the message and reported a failure since: then it is no dead letter that can be
     *     replayed
     */
    private void fail(String reason, boolean taken, List<Write> rows, List<LogEntry> events) {
        rows.add(DeliveryRows.state(outboundDelivery, DeliveryState.FAILED, reason));
        if (!taken) {
            UUID id = lastAttempt != null
                    ? lastAttempt
                    : noProviderCalled ? deadLetterId() : parts.ids().next();
            String text = failed == null ? "none of the devices could be reached" : failed.text();
            rows.add(DeliveryRows.failed(outboundDelivery, id, reason, text));
        }
        events.addAll(parts.events().eventsFor(DeliveryEvent.of(outboundDelivery, DeliveryState.FAILED, reason)));
    }

    /** No attempt has an id to use. A deterministic id: a second run that reaches this end writes the same dead letter. */
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

    /** Nothing is left to do. A message that was sent to one address counts as sent, whatever the results of the others. */
    private void end(List<Write> rows, List<LogEntry> events) {
        if (sent) {
            if (sentEarlier) {
                // The worker that stored the attempt may have died before it wrote the state.
                rows.add(DeliveryRows.state(outboundDelivery, DeliveryState.SENT, null));
            }
        } else if (failed != null) {
            fail(failed.code(), false, rows, events);
        } else if (expired) {
            rows.add(DeliveryRows.state(outboundDelivery, DeliveryState.EXPIRED, null));
            events.addAll(parts.events().eventsFor(DeliveryEvent.of(outboundDelivery, DeliveryState.EXPIRED, null)));
        } else if (suppressed != null) {
            suppress(suppressed.reason().wire(), rows, events);
        } else if (!superseded) {
            // All addresses were removed since the decision to send.
            suppress("no_address", rows, events);
        }
    }

    private void suppress(String reason, List<Write> rows, List<LogEntry> events) {
        rows.add(DeliveryRows.state(outboundDelivery, DeliveryState.SUPPRESSED, reason));
        events.addAll(parts.events().eventsFor(DeliveryEvent.of(outboundDelivery, DeliveryState.SUPPRESSED, reason)));
    }

    private Instant later(OutboundDelivery next, Duration after, List<DelayedRecord> delayedRecords) {
        Instant due = now.plus(after);
        delayedRecords.add(new DelayedRecord(parts.ids().next(), due, OutboundDeliveryCodec.entry(next)));
        return due;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
