package dev.tidings.server.schedule;

import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Target;
import dev.tidings.core.model.UuidV7;
import java.time.Instant;

/**
 * A notification that waits for its time.
 *
 * @param notification with the position that belongs to its time
 * @param due in whole milliseconds
 */
public record Timed(Notification notification, Target target, Instant due) {
    public Timed {
        due = Instant.ofEpochMilli(due.toEpochMilli());
        notification = notification.at(UuidV7.placed(due, notification.id()));
    }
}
