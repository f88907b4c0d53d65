package dev.tidings.server.inbox;

import dev.tidings.core.model.Content;
import dev.tidings.core.model.UuidV7;
import dev.tidings.tables.InboxRow;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/**
 * A notification in a user's inbox, as the API shows it.
 *
 * @param at its position in time: when it was sent, or was due
 * @param expiresAt null if it does not expire
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
        Instant archivedAt) {

    /** @param contents shared contents by notification id */
    static InboxItem of(InboxRow row, Map<UUID, Content> contents) {
        return new InboxItem(
                row.notificationId(),
                row.type(),
                row.priority(),
                SharedContent.inline(row).orElseGet(() -> contents.get(row.notificationId())),
                UuidV7.time(row.position()),
                row.expiresAt(),
                row.readAt(),
                row.archivedAt());
    }
}
