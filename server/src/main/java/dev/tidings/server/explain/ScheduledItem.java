package dev.tidings.server.explain;

import java.time.Instant;
import java.util.UUID;

/**
 * An item of a list of scheduled notifications.
 *
 * @param target null in the list of a user
 */
public record ScheduledItem(UUID id, String type, Instant sendAt, Instant createdAt, ScheduledTarget target) {

    /**
     * The recipients of a scheduled notification.
     *
     * @param type user or users
     * @param id the user if it is one, else null
     */
    public record ScheduledTarget(String type, String id, long recipients) {}
}
