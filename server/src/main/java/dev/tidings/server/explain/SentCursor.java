package dev.tidings.server.explain;

import dev.tidings.core.model.UuidV7;
import dev.tidings.server.inbox.InvalidCursorException;
import dev.tidings.server.inbox.PageCursor;
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

    private static final char SEPARATOR = '~';

    static SentCursor of(TenantNotificationRow row) {
        return new SentCursor(Buckets.hour(row.position()), Optional.of(row.notificationId()));
    }

    String cursor(String query) {
        return Integer.toString(hour) + SEPARATOR + PageCursor.after(before.orElse(LAST), withHour(query, hour));
    }

    static SentCursor parse(String cursor, String query) {
        int separator = cursor.indexOf(SEPARATOR);
        try {
            int hour = Integer.parseInt(cursor.substring(0, Math.max(separator, 0)));
            return new SentCursor(
                    hour, Optional.of(PageCursor.parse(cursor.substring(separator + 1), withHour(query, hour))));
        } catch (NumberFormatException malformed) {
            throw new InvalidCursorException();
        }
    }

    private static String withHour(String query, int hour) {
        return query + " " + hour;
    }
}
