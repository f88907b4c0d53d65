package dev.tidings.server.delivery;

import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.log.LogEntry;
import dev.tidings.server.erasure.ErasedUsers;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.pipeline.DeliveryMeters;
import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.server.pipeline.OutboundDeliveryCodec;
import dev.tidings.server.schedule.DelayedRecord;
import dev.tidings.widecolumn.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Turns the plans of the delivery attempts of one batch into writes. The only place that writes their calls, states, retries and dead
 * letters. Writes nothing about users who were erased meanwhile: a call may end after everything else about them was removed.
 */
final class AttemptWriter {
    private final StartBarrier barrier;
    private final DeliveryEvents events;
    private final IdGenerator ids;
    private final DeliveryMeters meters;
    private final ErasedUsers erased;

    /** @param barrier the barrier of the batch */
    AttemptWriter(
            StartBarrier barrier, DeliveryEvents events, IdGenerator ids, DeliveryMeters meters, ErasedUsers erased) {
        this.erased = erased;
        this.barrier = barrier;
        this.events = events;
        this.ids = ids;
        this.meters = meters;
    }

    /** Completes when the plan is durable. */
    CompletableFuture<Void> write(OutboundDelivery o, AttemptPlan plan) {
        if (isErased(o)) {
            return CompletableFuture.completedFuture(null);
        }
        List<DelayedRecord> delayed = plan.delayed().stream()
                .map(next -> new DelayedRecord(ids.next(), next.due(), OutboundDeliveryCodec.entry(next.delivery())))
                .toList();
        delayed.forEach(later -> meters.delayed(o.channel()));
        List<Write> rows = new ArrayList<>();
        for (AttemptPlan.StoredCall stored : plan.calls()) {
            AnsweredCall call = stored.call();
            rows.add(DeliveryRows.attempt(o, call, stored.retryAt()));
            if (call.outcome() instanceof Outcome.Accepted accepted) {
                rows.add(DeliveryRows.message(o, call.start(), accepted.providerMessageId()));
            }
        }
        plan.skipped().forEach(skip -> rows.add(DeliveryRows.skipped(o, skip)));
        plan.open().forEach(addressId -> rows.add(DeliveryRows.open(o, addressId)));
        plan.finished().forEach(address -> rows.add(DeliveryRows.finished(o, address)));
        List<LogEntry> published = new ArrayList<>();
        plan.change().ifPresent(change -> {
            DeliveryEvent event = DeliveryEvent.of(o, change.status());
            rows.add(DeliveryRows.state(event));
            change.deadLetter().ifPresent(letter -> rows.add(deadLetter(o, letter)));
            if (change.published()) {
                meters.reached(o.channel(), change.status().state());
                published.addAll(events.eventsFor(event));
            }
        });
        return barrier.write(new OutcomeWriter.DeliveryWrites(delayed, published, rows));
    }

    private Write deadLetter(OutboundDelivery o, AttemptPlan.DeadLetter letter) {
        meters.deadLetter(o.channel());
        UUID id = letter.id() == null ? ids.next() : letter.id();
        return DeliveryRows.deadLetter(o, id, letter);
    }

    /** Stores a call that must not be repeated before it is made, so that another worker that gets the record does not repeat it. */
    CompletableFuture<Void> started(OutboundDelivery o, StartedCall call) {
        return writeRow(o, DeliveryRows.started(o, call));
    }

    /** Stores that a call was not made after it was stored as started. */
    CompletableFuture<Void> notCalled(OutboundDelivery o, StartedCall call) {
        return writeRow(o, DeliveryRows.notCalled(o, call));
    }

    private CompletableFuture<Void> writeRow(OutboundDelivery o, Write row) {
        return isErased(o)
                ? CompletableFuture.completedFuture(null)
                : barrier.write(new OutcomeWriter.DeliveryWrites(List.of(row)));
    }

    private boolean isErased(OutboundDelivery o) {
        return erased.isErased(o.user(), o.createdAt());
    }
}
