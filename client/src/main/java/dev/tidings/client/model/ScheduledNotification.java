package dev.tidings.client.model;

import java.time.Instant;

/**
 * A notification that waits for its send time. The list of a user has no target and no count: there they are null.
 *
 * @param targetType {@code user} or {@code users}
 * @param targetId the user, if there is only one
 */
public record ScheduledNotification(
        String id,
        String type,
        Instant sendAt,
        Instant createdAt,
        String targetType,
        String targetId,
        Long recipientCount) {}
