package dev.tidings.server.schedule;

import dev.tidings.tables.ScheduledNotificationRow;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Comparator;
import java.util.UUID;

/**
 * A row of the schedule on its way into the log.
 *
 * @param version which version of its schedule it stands for
 * @param changed whether somebody wanted to cancel or move it
 * @param repeated whether it may have gone into the log before
 */
record Due(Instant at, UUID id, Line line, int version, boolean changed, ByteBuffer record, boolean repeated) {
    static final Comparator<Due> ORDER = Comparator.comparing(Due::at)
            .thenComparing(Due::id)
            // Of two that are the same, the one that says so comes second.
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

    /** Whether it can be sent only after a look at what became of its schedule. */
    boolean doubtful() {
        return changed || version > 1;
    }
}
