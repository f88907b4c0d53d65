package dev.tidings.server.removal;

import dev.tidings.core.model.Notification;
import dev.tidings.server.erasure.ErasedUsers;
import dev.tidings.server.erasure.RequestUsers;
import dev.tidings.server.pipeline.EnvelopeCodec;
import dev.tidings.server.schedule.DueRecordCodec;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.ScheduleStateRow;
import dev.tidings.tables.ScheduledByTenantRow;
import dev.tidings.tables.ScheduledNotificationRow;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.RowFate;
import java.util.Optional;

/**
 * Decides for a row in the schedule of a tenant whether it has to go, or to be counted anew, because users were erased. To be used after the
 * scheduled records have been swept: a row without its record was for erased users only.
 */
final class TenantScheduleFates {
    private final ErasedUsers erased;
    private final Engine engine;

    TenantScheduleFates(ErasedUsers erased, Engine engine) {
        this.erased = erased;
        this.engine = engine;
    }

    RowFate of(ScheduledByTenantRow row) {
        if (!erased.hasAny(row.tenant())) {
            return RowFate.KEEP;
        }
        Optional<ScheduleStateRow> state = engine.readOne(
                        ScheduleStateRow.TABLE.select(ScheduleStateRow.LATEST, row.tenant(), row.notificationId()))
                .join();
        return state.flatMap(this::recordAt)
                .map(scheduled -> counted(row, scheduled))
                .orElse(RowFate.REMOVE);
    }

    private Optional<ScheduledNotificationRow> recordAt(ScheduleStateRow state) {
        return engine.readOne(ScheduledNotificationRow.TABLE.select(
                        ScheduledNotificationRow.ONE,
                        state.layout(),
                        Buckets.minute(state.scheduledAt()),
                        state.shard(),
                        state.scheduledAt(),
                        state.notificationId()))
                .join()
                .filter(row -> row.record() != null);
    }

    private static RowFate counted(ScheduledByTenantRow row, ScheduledNotificationRow scheduled) {
        if (row.recipientCount() == null) {
            return RowFate.KEEP;
        }
        long recipients;
        try {
            Notification n = EnvelopeCodec.decode(DueRecordCodec.decode(scheduled.tenant(), scheduled.record())
                            .payload())
                    .notification();
            recipients = RequestUsers.of(n.request()).stream().distinct().count();
        } catch (RuntimeException unreadable) {
            return RowFate.KEEP;
        }
        if (recipients == row.recipientCount()) {
            return RowFate.KEEP;
        }
        return new RowFate.Replace(ScheduledByTenantRow.TABLE
                .upsert(new ScheduledByTenantRow(
                        row.tenant(),
                        row.day(),
                        row.shard(),
                        row.scheduledAt(),
                        row.notificationId(),
                        row.type(),
                        row.targetType(),
                        row.targetId(),
                        recipients,
                        row.changed()))
                .at(scheduled.version()));
    }
}
