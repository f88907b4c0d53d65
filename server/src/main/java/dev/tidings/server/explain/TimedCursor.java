package dev.tidings.server.explain;

import dev.tidings.server.inbox.InvalidCursorException;
import dev.tidings.server.inbox.PageCursor;
import java.util.UUID;

/**
 * A page cursor that has a time besides an id, because the order of the list is that of sending, and an id may be much older.
 *
 * @param time in a unit of the list
 */
record TimedCursor(long time, UUID id) {
    private static final char SEPARATOR = '~';

    String text(String query) {
        return Long.toString(time) + SEPARATOR + PageCursor.after(id, withTime(query, time));
    }

    /** @throws InvalidCursorException if it is of another query */
    static TimedCursor parse(String cursor, String query) {
        int separator = cursor.indexOf(SEPARATOR);
        try {
            long time = Long.parseLong(cursor.substring(0, Math.max(separator, 0)));
            return new TimedCursor(time, PageCursor.parse(cursor.substring(separator + 1), withTime(query, time)));
        } catch (NumberFormatException malformed) {
            throw new InvalidCursorException();
        }
    }

    private static String withTime(String query, long time) {
        return query + " " + time;
    }
}
