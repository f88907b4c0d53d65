package dev.tidings.tables;

import static dev.tidings.tables.Columns.LAYOUT;
import static dev.tidings.tables.Columns.SCHEDULE_SHARD;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Workload;
import java.time.Instant;

/**
 * A row of schedule_cursors: the time up to which one shard of the schedule has been fired, from which its owner resumes. The row of shard
 * 0 also declares the layout: its number of shards and its start.
 */
public record ScheduleCursorRow(
        int layout,
        int shard,
        Integer shards,
        Instant opensAt,
        Long epoch,
        Instant notificationsFiredTo,
        Instant notificationsReach) {

    public static final Column<Integer> SHARDS =
            Column.integer("shards", "Number of shards of the layout; in the row of shard 0, written once");

    public static final Column<Instant> OPENS_AT = Column.timestamp(
            "opens_at", "Time from which new rows go into this layout; in the row of shard 0, written once");

    public static final Column<Long> EPOCH = Column.bigint(
            "epoch", "Epoch of the owner that wrote last; an owner that finds a higher one has lost the shard");

    public static final Column<Instant> NOTIFICATIONS_FIRED_TO = Column.timestamp(
            "notifications_fired_to", "Watermark: all of scheduled_notifications due before this is in the log");

    public static final Column<Instant> NOTIFICATIONS_REACH = Column.timestamp(
            "notifications_reach",
            "Upper bound: nothing of scheduled_notifications due at or after this was read to be sent");

    public static final Query ONE = Query.named("how far is this shard", LAYOUT, SCHEDULE_SHARD);

    public static final Table<ScheduleCursorRow> TABLE = Table.named("schedule_cursors")
            .comment("The scheduler's cursor per shard, from which it resumes after an outage. The write time consists"
                    + " of the owner's epoch and a counter, so that a node that has lost its shard can't move the"
                    + " cursor. The reach is raised before anything below it is read to be sent: a cancellation"
                    + " beyond it that still finds it unchanged afterwards was in time. The row of shard 0 also"
                    + " records the layout: layouts are numbered from 1 without gaps, so reading those rows in"
                    + " turn finds them all. Permanent: few layouts, at most 1,024 shards each.")
            .partition(LAYOUT, SCHEDULE_SHARD)
            .columns(SHARDS, OPENS_AT, EPOCH, NOTIFICATIONS_FIRED_TO, NOTIFICATIONS_REACH)
            .serves(ONE)
            .workload(Workload.oneRow()
                    .distinct(LAYOUT, 2)
                    .distinct(SCHEDULE_SHARD, DesignLoad.MAX_SHARDS)
                    .updatesPerRow(DesignLoad.SECONDS_PER_DAY))
            .rows(ScheduleCursorRow.class);
}
