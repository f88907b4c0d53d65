package dev.tidings.server.schedule;

import dev.tidings.server.pipeline.RecordHeader;
import dev.tidings.tables.ScheduledNotificationRow;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Comparator;
import java.util.UUID;

/**
 * A row of the schedule that a sweep has read and will append to the log when it is due.
 *
 * @param version the version of its schedule that wrote the row
 * @param changed whether a cancel or a move was attempted
 * @param redelivered whether it may have been appended to the log before
 */
record DueRow(
        Instant at,
        UUID id,
        TenantLane tenantLane,
        int version,
        boolean changed,
        ByteBuffer record,
        boolean redelivered) {
    static final Comparator<DueRow> ORDER = Comparator.comparing(DueRow::at)
            .thenComparing(DueRow::id)
            // Of two equal rows, the one marked as redelivered comes second.
            .thenComparing(DueRow::redelivered);

    static DueRow of(ScheduledNotificationRow row, boolean redelivered) {
        return new DueRow(
                row.scheduledAt(),
                row.notificationId(),
                laneOf(row),
                row.version(),
                Boolean.TRUE.equals(row.changed()),
                row.record(),
                redelivered);
    }

    static TenantLane laneOf(ScheduledNotificationRow row) {
        return new TenantLane(row.tenant(), DueRecordCodec.lane(row.record()));
    }

    DueRow asRedelivered() {
        return redelivered ? this : new DueRow(at, id, tenantLane, version, changed, record, true);
    }

    String tenant() {
        return tenantLane.tenant();
    }

    /** Whether a newer version of Tidings has written its record. */
    boolean isNewer() {
        return record.hasRemaining() && RecordHeader.isNewer(record.get(record.position()));
    }

    /** Whether the state of its schedule must be checked before it is sent. */
    boolean needsStateCheck() {
        return changed || version > 1;
    }
}
