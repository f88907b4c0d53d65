package dev.tidings.server.schedule;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Target;
import dev.tidings.server.pipeline.Envelope;
import dev.tidings.server.pipeline.EnvelopeCodec;
import dev.tidings.server.pipeline.RecordHeader;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.ScheduleStateRow;
import dev.tidings.tables.ScheduledByTenantRow;
import dev.tidings.tables.ScheduledByUserRow;
import dev.tidings.tables.ScheduledNotificationRow;
import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.Write;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Builds the table writes that add, move or mark a scheduled notification or delayed record. Each has its version as the write timestamp,
 * so that a repeated write is idempotent.
 */
final class ScheduleRows {
    private static final int FIRST = 1;
    /** Tenants have one shard so far. */
    private static final int TENANT_SHARD = 0;

    private ScheduleRows() {}

    /** @param past whether it was already due and is placed at the current time instead; a repeated add may place it elsewhere */
    static void added(ScheduledRequest scheduledRequest, RowLocation location, boolean past, List<Write> writes) {
        Notification n = scheduledRequest.notification();
        Upsert row = bucket(n, scheduledRequest.target(), location, FIRST, past);
        // It may have been cancelled at an earlier place.
        writes.add(past ? row.set(ScheduledNotificationRow.CHANGED, true) : row);
        writes.add(ScheduleStateRow.TABLE
                .upsert(new ScheduleStateRow(
                        n.tenant(),
                        n.id(),
                        FIRST,
                        ScheduleStates.WAITING,
                        location.at(),
                        location.at(),
                        location.layout(),
                        location.shard()))
                .at(FIRST));
        lists(n, scheduledRequest.target(), location, FIRST, writes);
    }

    /** The rows of the new place; the state is still to be decided. */
    static void moved(Notification n, Target target, RowLocation location, int version, List<Write> writes) {
        writes.add(bucket(n, target, location, version, false));
        lists(n, target, location, version, writes);
    }

    /** Marks the current rows: a change is attempted. */
    static void marks(Notification n, Target target, RowLocation location, List<Write> writes) {
        writes.add(ScheduledNotificationRow.TABLE
                .update(location.layout(), location.minute(), location.shard(), location.at(), n.id())
                .set(ScheduledNotificationRow.CHANGED, true)
                .at(FIRST));
        writes.add(ScheduledByTenantRow.TABLE
                .update(n.tenant(), Buckets.day(location.at()), TENANT_SHARD, location.at(), n.id())
                .set(ScheduledByTenantRow.CHANGED, true)
                .at(FIRST));
        for (String user : users(target)) {
            writes.add(ScheduledByUserRow.TABLE
                    .update(n.tenant(), user, location.at(), n.id())
                    .set(ScheduledByUserRow.CHANGED, true)
                    .at(FIRST));
        }
    }

    /** @param past whether it was already due and is placed at the current time instead */
    static Upsert record(DelayedRecord delayedRecord, RowLocation location, boolean past) {
        LogEntry entry = delayedRecord.entry();
        return bucket(
                entry.tenant(),
                delayedRecord.id(),
                location,
                FIRST,
                past ? RecordHeader.markRedelivered(entry) : entry);
    }

    private static Upsert bucket(
            Notification n, Target target, RowLocation location, int version, boolean redelivered) {
        return bucket(n.tenant(), n.id(), location, version, entry(n, target, redelivered));
    }

    private static Upsert bucket(String tenant, UUID id, RowLocation location, int version, LogEntry entry) {
        return ScheduledNotificationRow.TABLE
                .upsert(new ScheduledNotificationRow(
                        location.layout(),
                        location.minute(),
                        location.shard(),
                        location.at(),
                        id,
                        tenant,
                        version,
                        null,
                        DueRecordCodec.encode(entry)))
                .at(version);
    }

    /** The rows in the lists of the tenant and of each user. */
    private static void lists(Notification n, Target target, RowLocation location, int version, List<Write> writes) {
        writes.add(ScheduledByTenantRow.TABLE
                .upsert(new ScheduledByTenantRow(
                        n.tenant(),
                        Buckets.day(location.at()),
                        TENANT_SHARD,
                        location.at(),
                        n.id(),
                        n.type(),
                        target.kind(),
                        target instanceof Target.User one ? one.user() : null,
                        target instanceof Target.Users many
                                ? (long) many.users().size()
                                : null,
                        version == FIRST ? null : true))
                .at(version));
        for (String user : users(target)) {
            writes.add(ScheduledByUserRow.TABLE
                    .upsert(new ScheduledByUserRow(n.tenant(), user, location.at(), n.id(), version, n.type(), null))
                    .at(version));
        }
    }

    private static LogEntry entry(Notification n, Target target, boolean redelivered) {
        Optional<String> user = target instanceof Target.User one ? Optional.of(one.user()) : Optional.empty();
        return EnvelopeCodec.entry(new Envelope(n, user, false, redelivered));
    }

    private static List<String> users(Target target) {
        return target instanceof Target.User one ? List.of(one.user()) : ((Target.Users) target).users();
    }
}
