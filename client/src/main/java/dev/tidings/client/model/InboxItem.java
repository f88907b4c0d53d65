package dev.tidings.client.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/**
 * A notification in the inbox of a user.
 *
 * @param readAt null if it is unread
 * @param archivedAt null if it is not archived
 */
public record InboxItem(
        String id,
        String type,
        Priority priority,
        String title,
        String body,
        JsonNode data,
        String deepLink,
        Instant at,
        Instant expiresAt,
        Instant readAt,
        Instant archivedAt) {}
