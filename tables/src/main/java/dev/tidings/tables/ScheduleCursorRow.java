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
        Long epoch,
        Instant notificationsFiredTo,
        Instant notificationsReach) {

    public static final Column<Integer> SHARDS =
            Column.integer("shards", "How many shards the layout has; in the row of shard 0, written once");

    public static final Column<Instant> OPENS_AT = Column.timestamp(
            "opens_at", "From when on new rows go into this layout; in the row of shard 0, written once");

    public static final Column<Long> EPOCH = Column.bigint(
            "epoch", "Of the owner that wrote last; one that finds a later one than its own has lost the shard");

    public static final Column<Instant> NOTIFICATIONS_FIRED_TO =
            Column.timestamp("notifications_fired_to", "All of scheduled_notifications due before this is in the log");

    public static final Column<Instant> NOTIFICATIONS_REACH = Column.timestamp(
            "notifications_reach", "Nothing of scheduled_notifications due at or after this was taken to be sent");

    public static final Query ONE = Query.named("how far is this shard", LAYOUT, SCHEDULE_SHARD);

    public static final Table<ScheduleCursorRow> TABLE = Table.named("schedule_cursors")
            .comment(
                    "How far has the scheduler come. After an outage it resumes here. The write time is made of the owner's"
                            + " epoch and a count, so that a node which has lost its shard can't move it. The reach is raised before"
                            + " anything below it is read to be sent: whoever cancels something beyond it, and finds it still"
                            + " beyond it afterwards, was in time. The row of shard 0 also records the layout: layouts are numbered from 1 without gaps, so reading that row of one after the"
                            + " other finds them all. Permanent: a handful of layouts, at most 1,024 shards each.")
            .partition(LAYOUT, SCHEDULE_SHARD)
            .columns(SHARDS, OPENS_AT, EPOCH, NOTIFICATIONS_FIRED_TO, NOTIFICATIONS_REACH)
            .serves(ONE)
            .workload(Workload.oneRow()
                    .distinct(LAYOUT, 2)
                    .distinct(SCHEDULE_SHARD, DesignSize.MAX_SHARDS)
                    .updatesPerRow(DesignSize.SECONDS_PER_DAY))
            .rows(ScheduleCursorRow.class);
}
