package dev.tidings.server.explain;

import dev.tidings.core.model.UuidV7;
import dev.tidings.server.inbox.InvalidCursorException;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.TenantNotificationRow;
import java.util.Optional;
import java.util.UUID;

/**
 * A position in the list of sent notifications, encoded as a page cursor. It includes the hour of sending, because a notification's id may
 * be much older.
 *
 * @param before the whole hour if empty
 */
record SentCursor(int hour, Optional<UUID> before) {
    /** Greater than every id. */
    private static final UUID LAST = UuidV7.of((1L << 48) - 1, -1, -1);

    static SentCursor of(TenantNotificationRow row) {
        return new SentCursor(Buckets.hour(row.position()), Optional.of(row.notificationId()));
    }

    String cursor(String query) {
        return new TimedCursor(hour, before.orElse(LAST)).text(query);
    }

    static SentCursor parse(String cursor, String query) {
        TimedCursor parsed = TimedCursor.parse(cursor, query);
        int hour = (int) parsed.time();
        if (hour != parsed.time()) {
            throw new InvalidCursorException();
        }
        return new SentCursor(hour, Optional.of(parsed.id()));
    }
}
