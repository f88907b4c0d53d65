package dev.tidings.server.schedule;

import dev.tidings.tables.ScheduledNotificationRow;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Comparator;
import java.util.UUID;

/**
 * A row of the schedule on its way into the log.
 *
 * @param version the version of its schedule that wrote the row
 * @param changed whether a cancel or a move was attempted
 * @param repeated whether it may have been appended to the log before
 */
record Due(Instant at, UUID id, Line line, int version, boolean changed, ByteBuffer record, boolean repeated) {
    static final Comparator<Due> ORDER = Comparator.comparing(Due::at)
            .thenComparing(Due::id)
            // Of two equal rows, the one marked as redelivered comes second.
            .thenComparing(Due::repeated);

    static Line line(ScheduledNotificationRow row) {
        return new Line(row.tenant(), DueRecord.lane(row.record()));
    }

    Due again() {
        return repeated ? this : new Due(at, id, line, version, changed, record, true);
    }

    String tenant() {
        return line.tenant();
    }

    /** Whether the state of its schedule must be checked before it is sent. */
    boolean doubtful() {
        return changed || version > 1;
    }
}
