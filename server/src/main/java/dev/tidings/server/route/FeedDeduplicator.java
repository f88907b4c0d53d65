package dev.tidings.server.route;

import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.InboxChangeRow;
import dev.tidings.tables.Retention;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Page;
import java.time.Instant;
import java.util.UUID;

/**
 * Checks whether a redelivered notification is already in its user's change feed, so that the route stage does not add it twice. Removes
 * nothing.
 */
final class FeedDeduplicator {
    /** After this many later changes a duplicate is possible; clients drop duplicates. */
    private static final int MAX_CHANGES = 1_000;

    private final Engine engine;
    private final IdGenerator ids;

    FeedDeduplicator(Engine engine, IdGenerator ids) {
        this.engine = engine;
        this.ids = ids;
    }

    /** @param decidedAt when it was first decided: the id of the change is later */
    boolean isInFeed(UserKey user, Notification notification, Instant decidedAt) {
        UUID first = UuidV7.smallestAt(decidedAt);
        Instant horizon = ids.horizon();
        int last = Buckets.day(horizon);
        int oldest = Buckets.day(horizon.minus(Retention.CHANGES));
        for (int day = Math.max(oldest, Buckets.day(first)); day <= last; day++) {
            Page<InboxChangeRow> page = engine.read(InboxChangeRow.TABLE
                            .select(InboxChangeRow.SINCE, user.tenant(), user.user(), day)
                            .atLeast(first)
                            .limit(MAX_CHANGES))
                    .join();
            boolean found = page.rows().stream()
                    .anyMatch(row -> row.kind().equals(InboxChange.ADDED)
                            && row.notificationId().equals(notification.id()));
            if (found) {
                return true;
            }
        }
        return false;
    }
}
