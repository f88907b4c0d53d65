package dev.tidings.tables;

import static dev.tidings.tables.Columns.LAYOUT;
import static dev.tidings.tables.Columns.SCHEDULE_SHARD;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.time.Duration;
import java.time.Instant;

/**
 * A row of schedule_owners: one process that owns or owned a shard of the schedule, with its epoch and last heartbeat. The highest epoch
 * owns the shard.
 */
public record ScheduleOwnerRow(int layout, int shard, long epoch, String owner, Instant aliveAt) {

    public static final Column<Long> EPOCH =
            Column.bigint("epoch", "Counts up with each owner; the highest epoch owns the shard");

    public static final Column<String> OWNER =
            Column.text("owner", "Owning process, by a name it chooses at its start");

    public static final Column<Instant> ALIVE_AT = Column.timestamp(
            "alive_at", "Time of the last heartbeat; an owner without one for a while can be replaced");

    public static final Query LATEST = Query.named("who has this shard", LAYOUT, SCHEDULE_SHARD);

    public static final Query ONE = Query.named("one owner of this shard", LAYOUT, SCHEDULE_SHARD, EPOCH);

    public static final Table<ScheduleOwnerRow> TABLE = Table.named("schedule_owners")
            .comment("Owners of the schedule's shards. A successor inserts the next epoch if it is absent, so that"
                    + " exactly one of several candidates wins. Only the latest epoch matters, and heartbeats keep"
                    + " it alive; earlier ones expire, long after the last of their writes could arrive.")
            .partition(LAYOUT, SCHEDULE_SHARD)
            .clustering(EPOCH.desc())
            .columns(OWNER, ALIVE_AT)
            .ttl(Ttl.anchored(ALIVE_AT, Duration.ofDays(365)))
            .serves(LATEST, ONE)
            // One renewal a second in all, however often the owner changes.
            .workload(Workload.rowsPerDay(10, 100)
                    .distinct(LAYOUT, 2)
                    .distinct(SCHEDULE_SHARD, DesignLoad.MAX_SHARDS)
                    .size(OWNER, DesignLoad.USER_BYTES)
                    .updatesPerRow(DesignLoad.SECONDS_PER_DAY / 10))
            .rows(ScheduleOwnerRow.class);
}
