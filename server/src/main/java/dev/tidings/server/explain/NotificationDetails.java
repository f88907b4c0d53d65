package dev.tidings.server.explain;

import java.time.Instant;
import java.util.Set;
import java.util.UUID;

/**
 * A notification with its request and status, as the API shows it to its sender. Fields may be null where the request left them out.
 *
 * @param status scheduled, cancelled or sent
 * @param sendAt the send time; null if it was sent at once
 * @param targetId the user, if it was for one
 * @param request the original request, JSON
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
