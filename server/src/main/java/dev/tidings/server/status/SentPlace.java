package dev.tidings.server.status;

import dev.tidings.core.model.UuidV7;
import dev.tidings.server.inbox.InboxCursor;
import dev.tidings.server.inbox.InvalidCursorException;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.TenantNotificationRow;
import java.util.Optional;
import java.util.UUID;

/**
 * A place in the list of what was sent. An id does not tell the hour: it may have been made long before.
 *
 * @param before all of the hour if empty
 */
record SentPlace(int hour, Optional<UUID> before) {
    /** Above every id there is. */
    private static final UUID LAST = UuidV7.of((1L << 48) - 1, -1, -1);

    private static final char BETWEEN = '~';

    static SentPlace of(TenantNotificationRow row) {
        return new SentPlace(Buckets.hour(row.position()), Optional.of(row.notificationId()));
    }

    String cursor(String question) {
        return Integer.toString(hour) + BETWEEN + InboxCursor.after(before.orElse(LAST), ofHour(question, hour));
    }

    static SentPlace parse(String cursor, String question) {
        int between = cursor.indexOf(BETWEEN);
        try {
            int hour = Integer.parseInt(cursor.substring(0, Math.max(between, 0)));
            return new SentPlace(
                    hour, Optional.of(InboxCursor.parse(cursor.substring(between + 1), ofHour(question, hour))));
        } catch (NumberFormatException notOurs) {
            throw new InvalidCursorException();
        }
    }

    private static String ofHour(String question, int hour) {
        return question + " " + hour;
    }
}
