package dev.tidings.server.route;

import dev.tidings.core.log.LogRecord;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.pipeline.Envelope;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Tells whether a notification may have been routed before. Where several processes share the schedule, that is also possible for one that
 * comes long after its due time without a mark: a process that was paused may have sent it after its successor did.
 */
final class RedeliveryCheck {
    private final InstantSource clock;
    private final Optional<Duration> soleSenderTime;

    /** @param soleSenderTime how long after its due time only one process can have sent a record; empty if there is only one */
    RedeliveryCheck(InstantSource clock, Optional<Duration> soleSenderTime) {
        this.clock = clock;
        this.soleSenderTime = soleSenderTime;
    }

    boolean isRedelivered(LogRecord record, Envelope envelope) {
        return record.redelivered() || envelope.redelivered() || isLate(envelope.notification());
    }

    private boolean isLate(Notification n) {
        boolean wasScheduled = !n.position().equals(n.id());
        return soleSenderTime.isPresent()
                && wasScheduled
                && clock.instant().isAfter(UuidV7.time(n.position()).plus(soleSenderTime.get()));
    }
}
