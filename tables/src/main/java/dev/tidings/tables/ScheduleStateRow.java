package dev.tidings.tables;

import static dev.tidings.tables.Columns.LAYOUT;
import static dev.tidings.tables.Columns.NOTIFICATION_ID;
import static dev.tidings.tables.Columns.SCHEDULED_AT;
import static dev.tidings.tables.Columns.SCHEDULE_SHARD;
import static dev.tidings.tables.Columns.TENANT;
import static dev.tidings.tables.Columns.VERSION;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.time.Instant;
import java.util.UUID;

/**
 * A row of schedule_state: one version of a scheduled notification, waiting, cancelled or fired. Each cancellation or move inserts the next
 * version; the latest is authoritative, whatever rows scheduled_notifications still holds.
 */
public record ScheduleStateRow(
        String tenant,
        UUID notificationId,
        int version,
        String outcome,
        Instant scheduledAt,
        Instant latestDue,
        Integer layout,
        Integer shard) {

    public static final Column<String> OUTCOME =
            Column.text("outcome", "waiting in the row that it names, cancelled, or fired");

    public static final Column<Instant> LATEST_DUE = Column.timestamp(
            "latest_due",
            "Latest time it was ever due, from which the time to live runs; never earlier than that of the version"
                    + " before");

    public static final Query LATEST = Query.named("is this schedule still valid", TENANT, NOTIFICATION_ID);

    public static final Query ONE = Query.named("one version of a schedule", TENANT, NOTIFICATION_ID, VERSION);

    public static final Table<ScheduleStateRow> TABLE = Table.named("schedule_state")
            .comment("The authoritative state of a schedule, and the location of its row. A cancellation or a move is"
                    + " the next version, inserted if absent, and so is the firing of a row with a requested"
                    + " change: one of them wins, and the others learn which. Schedule rows without a requested"
                    + " change fire without a read of this table. Outlives the schedule rows, so that none of them"
                    + " can fire because its cancellation has expired.")
            .partition(TENANT, NOTIFICATION_ID)
            .clustering(VERSION.desc())
            .columns(OUTCOME, SCHEDULED_AT, LATEST_DUE, LAYOUT, SCHEDULE_SHARD)
            .ttl(Ttl.anchored(LATEST_DUE, Retention.SCHEDULE_STATE))
            .writeOptimized()
            .serves(LATEST, ONE)
            // Written once, and again if it is cancelled or moved.
            .workload(Workload.rowsPerDay(
                            2.0 / Retention.SCHEDULE_STATE.toDays(), 100.0 / Retention.SCHEDULE_STATE.toDays())
                    .distinct(TENANT, DesignLoad.TENANTS)
                    .distinct(NOTIFICATION_ID, DesignLoad.REQUESTS_PER_DAY / 5 * 60)
                    .size(TENANT, DesignLoad.TENANT_BYTES)
                    .size(OUTCOME, DesignLoad.WORD_BYTES))
            .rows(ScheduleStateRow.class);
}
