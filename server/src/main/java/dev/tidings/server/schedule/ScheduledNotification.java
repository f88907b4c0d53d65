package dev.tidings.server.schedule;

import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Target;
import dev.tidings.core.model.UuidV7;
import java.time.Duration;
import java.time.Instant;

/**
 * A stored scheduled notification with its recipients, send time and state, as {@link Schedules#find} returns it.
 *
 * @param due the send time
 * @param cancelled whether it will not be sent
 * @param expiryStays whether its expiry is absolute and does not move with the send time
 */
public record ScheduledNotification(
        Notification notification, Target target, Instant due, boolean cancelled, boolean expiryStays) {

    /** The notification as sent at this time. */
    public Notification sentAt(Instant time) {
        Notification moved = notification.withPosition(UuidV7.derived(time, notification.id()));
        Instant expires = notification.expiresAt();
        return expiryStays || expires == null ? moved : moved.withExpiry(expires.plus(Duration.between(due, time)));
    }
}
