package dev.tidings.server.schedule;

import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Target;
import dev.tidings.core.model.UuidV7;
import java.time.Instant;

/**
 * A notification to be added to the schedule, with its recipients and send time.
 *
 * @param notification its position becomes that of the send time
 * @param due in whole milliseconds
 */
public record ScheduledRequest(Notification notification, Target target, Instant due) {
    public ScheduledRequest {
        due = Instant.ofEpochMilli(due.toEpochMilli());
        notification = notification.withPosition(UuidV7.derived(due, notification.id()));
    }
}
