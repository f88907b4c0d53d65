package dev.tidings.server.inbox;

import dev.tidings.core.model.Content;
import java.time.Instant;
import java.util.UUID;

/**
 * One notification as its user sees it.
 *
 * @param at its place in time: when it was sent, or was due
 * @param expiresAt null if it keeps
 * @param readAt null if unread
 * @param archivedAt null if it is in the inbox
 */
public record InboxItem(
        UUID id,
        String type,
        String priority,
        Content content,
        Instant at,
        Instant expiresAt,
        Instant readAt,
        Instant archivedAt) {}
