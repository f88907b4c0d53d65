package dev.tidings.server.status;

import java.time.Instant;
import java.util.Set;
import java.util.UUID;

/**
 * One notification as its sender asked for it. Fields may be null where the request left them out.
 *
 * @param status scheduled, cancelled or sent
 * @param sendAt when it is or was to be sent; null if that was at once
 * @param targetId the user, if it was for one
 * @param request the request as it came, JSON
 */
public record NotificationDetails(
        UUID id,
        String status,
        Instant sendAt,
        String type,
        String priority,
        String source,
        String targetType,
        String targetId,
        Set<String> channels,
        String request,
        String idempotencyKey,
        Instant createdAt,
        Instant expiresAt,
        Long recipientCount) {}
