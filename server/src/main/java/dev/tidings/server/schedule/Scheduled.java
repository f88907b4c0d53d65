package dev.tidings.server.schedule;

import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Target;
import dev.tidings.core.model.UuidV7;
import java.time.Duration;
import java.time.Instant;

/**
 * What is known about something scheduled.
 *
 * @param due when it is, or was, to be sent
 * @param cancelled whether it will not be
 * @param expiryStays whether it expires when it does, whenever it is sent
 */
public record Scheduled(Notification notification, Target target, Instant due, boolean cancelled, boolean expiryStays) {

    /** What is sent if it is sent then. */
    public Notification sentAt(Instant time) {
        Notification moved = notification.at(UuidV7.placed(time, notification.id()));
        Instant expires = notification.expiresAt();
        return expiryStays || expires == null ? moved : moved.expiring(expires.plus(Duration.between(due, time)));
    }
}
