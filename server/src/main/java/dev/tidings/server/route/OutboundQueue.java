package dev.tidings.server.route;

import dev.tidings.core.log.LogEntry;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.server.pipeline.OutboundDeliveryCodec;
import dev.tidings.server.schedule.DelayQueue;
import dev.tidings.server.schedule.DelayedRecord;
import dev.tidings.server.schedule.SpillingLog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Appends the outbound deliveries of a routed batch to the log, in the lanes of their channels. Those that have to wait for the end of
 * quiet hours go to the delay queue.
 */
final class OutboundQueue {
    private final SpillingLog log;
    private final DelayQueue later;
    private final IdGenerator ids;

    OutboundQueue(SpillingLog log, DelayQueue later, IdGenerator ids) {
        this.log = log;
        this.later = later;
        this.ids = ids;
    }

    /**
     * An outbound delivery to be queued.
     *
     * @param notBefore null if it can be sent at once
     */
    record QueuedDelivery(OutboundDelivery outboundDelivery, Instant notBefore) {}

    /** Durable when it returns. */
    void enqueue(List<QueuedDelivery> deliveries) {
        List<LogEntry> now = new ArrayList<>();
        List<DelayedRecord> waiting = new ArrayList<>();
        for (QueuedDelivery delivery : deliveries) {
            if (delivery.notBefore() == null) {
                now.add(OutboundDeliveryCodec.entry(delivery.outboundDelivery()));
            } else {
                // Marked as redelivered: a redelivered batch adds it again.
                waiting.add(new DelayedRecord(
                        ids.next(),
                        delivery.notBefore(),
                        OutboundDeliveryCodec.entry(delivery.outboundDelivery().asRedelivered())));
            }
        }
        if (!now.isEmpty()) {
            log.append(now).join();
        }
        if (!waiting.isEmpty()) {
            later.addRecords(waiting).join();
        }
    }
}
