package dev.tidings.client.model;

import java.time.Instant;

/**
 * An entry in the list of sent notifications.
 *
 * @param source the id of the API key
 * @param targetType {@code user} or {@code users}
 * @param targetId the user, if there is only one
 */
public record SentNotification(
        String id, String type, Priority priority, String source, String targetType, String targetId, Instant at) {}
