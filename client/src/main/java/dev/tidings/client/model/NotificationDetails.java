package dev.tidings.client.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;

/**
 * A notification as it was accepted.
 *
 * @param status {@code scheduled}, {@code cancelled} or {@code sent}
 * @param sendAt null if it was not scheduled
 * @param source the id of the API key
 * @param targetType {@code user} or {@code users}
 * @param targetId the user, if there is only one
 * @param request the original request
 */
public record NotificationDetails(
        String id,
        String status,
        Instant sendAt,
        String type,
        Priority priority,
        String source,
        String targetType,
        String targetId,
        List<Channel> channels,
        String idempotencyKey,
        Instant createdAt,
        Instant expiresAt,
        Long recipientCount,
        JsonNode request) {}
