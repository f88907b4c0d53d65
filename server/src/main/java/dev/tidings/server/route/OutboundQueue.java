package dev.tidings.server.route;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Notification;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.server.pipeline.OutboundDeliveryCodec;
import dev.tidings.server.pipeline.RecordHeader;
import dev.tidings.server.schedule.DelayQueue;
import dev.tidings.server.schedule.DelayedRecord;
import dev.tidings.server.schedule.SpillingLog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Appends the outbound deliveries of a routed batch to the log, in the lanes of their channels, and the webhook events about inboxes.
 * Deliveries that have to wait for the end of quiet hours go to the delay queue.
 */
final class OutboundQueue {
    private final SpillingLog log;
    private final DelayQueue delayQueue;
    private final IdGenerator ids;
    private final ShownEvents shownEvents;

    OutboundQueue(SpillingLog log, DelayQueue delayQueue, IdGenerator ids, ShownEvents shownEvents) {
        this.log = log;
        this.delayQueue = delayQueue;
        this.ids = ids;
        this.shownEvents = shownEvents;
    }

    /** Durable when it returns. */
    void enqueue(List<RoutedNotification> routed) {
        List<LogEntry> now = new ArrayList<>();
        List<DelayedRecord> waiting = new ArrayList<>();
        for (RoutedNotification one : routed) {
            if (one.decision().showsInApp()) {
                addEvents(one, now);
            }
            one.decision().verdicts().forEach((channel, verdict) -> {
                if (verdict.isOutbound()) {
                    add(delivery(one, channel), verdict.quietUntil(), now, waiting);
                }
            });
        }
        if (!now.isEmpty()) {
            log.append(now).join();
        }
        if (!waiting.isEmpty()) {
            delayQueue.addRecords(waiting).join();
        }
    }

    /** Marked as redelivered if the batch was: the webhook stage drops what it has published before. */
    private void addEvents(RoutedNotification one, List<LogEntry> now) {
        for (LogEntry event :
                shownEvents.eventsFor(one.user(), one.notification().id())) {
            now.add(one.redelivered() ? RecordHeader.markRedelivered(event) : event);
        }
    }

    private void add(
            OutboundDelivery delivery, Optional<Instant> quietUntil, List<LogEntry> now, List<DelayedRecord> waiting) {
        if (quietUntil.isEmpty()) {
            now.add(OutboundDeliveryCodec.entry(delivery));
        } else {
            // Marked as redelivered: a redelivered batch adds it again.
            waiting.add(new DelayedRecord(
                    ids.next(), quietUntil.get(), OutboundDeliveryCodec.entry(delivery.asRedelivered())));
        }
    }

    private static OutboundDelivery delivery(RoutedNotification one, Channel channel) {
        Notification n = one.notification();
        return OutboundDelivery.first(
                one.user(),
                n.id(),
                n.position(),
                n.type(),
                n.priority(),
                channel,
                n.expiresAt(),
                one.renderer().message(channel),
                one.redelivered());
    }
}
