package dev.tidings.tables;

import static dev.tidings.tables.Columns.LAYOUT;
import static dev.tidings.tables.Columns.SCHEDULE_SHARD;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Workload;
import java.time.Instant;

/** How far the scheduler has come in one shard of one layout. */
public record ScheduleCursorRow(
        int layout,
        int shard,
        Integer shards,
        Instant opensAt,
        Instant notificationsFiredTo,
        Instant deliveriesFiredTo) {

    public static final Column<Integer> SHARDS =
            Column.integer("shards", "How many shards the layout has; in the row of shard 0, written once");

    public static final Column<Instant> OPENS_AT = Column.timestamp(
            "opens_at", "From when on new rows go into this layout; in the row of shard 0, written once");

    public static final Column<Instant> NOTIFICATIONS_FIRED_TO =
            Column.timestamp("notifications_fired_to", "All of scheduled_notifications due before this is in the log");

    public static final Column<Instant> DELIVERIES_FIRED_TO =
            Column.timestamp("deliveries_fired_to", "All of scheduled_deliveries due before this is in the log");

    public static final Query ONE = Query.named("how far is this shard", LAYOUT, SCHEDULE_SHARD);

    public static final Table<ScheduleCursorRow> TABLE = Table.named("schedule_cursors")
            .comment(
                    "How far has the scheduler come. After an outage it resumes here. A cursor is written with itself as the"
                            + " write time, so that a node which has lost its shard can't move it back. The row of shard 0 also"
                            + " records the layout: layouts are numbered from 1 without gaps, so reading that row of one after the"
                            + " other finds them all. Permanent: a handful of layouts, at most 1,024 shards each.")
            .partition(LAYOUT, SCHEDULE_SHARD)
            .columns(SHARDS, OPENS_AT, NOTIFICATIONS_FIRED_TO, DELIVERIES_FIRED_TO)
            .serves(ONE)
            .workload(Workload.oneRow()
                    .distinct(LAYOUT, 2)
                    .distinct(SCHEDULE_SHARD, DesignSize.MAX_SHARDS)
                    .updatesPerRow(DesignSize.SECONDS_PER_DAY))
            .rows(ScheduleCursorRow.class);
}
