package dev.tidings.tables;

import static dev.tidings.tables.Columns.TENANT;
import static dev.tidings.tables.TenantNotificationRow.HOUR;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.Workload;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** A row of busy_hours: an hour in which a tenant sent so much that its {@link TenantNotificationRow}s are in several shards. */
public record BusyHourRow(String tenant, int hour, Instant hourStart, Integer shards) {
    /** A power of two, as are all numbers of shards below it. */
    public static final int MAX_SHARDS = DesignLoad.MAX_SHARDS;

    public static final Column<Instant> HOUR_START =
            Column.timestamp("hour_start", "First instant of the hour, from which the time to live runs");

    public static final Column<Integer> SHARDS =
            Column.integer("shards", "Number of shards with rows of the hour, a power of two; grows, never shrinks");

    public static final Query RECENT =
            Query.named("which hours have several shards", TENANT).range(HOUR);

    public static final Table<BusyHourRow> TABLE = Table.named("busy_hours")
            .comment("The hours in which a tenant has more than one shard in notifications_by_tenant, and how many. An"
                    + " hour without a row has one, so that a small tenant's list costs no more reads. Written with"
                    + " the first rows of a new shard; the write time grows with the number, so the largest wins.")
            .partition(TENANT)
            .clustering(HOUR.desc())
            .columns(HOUR_START, SHARDS)
            .ttl(Ttl.anchored(HOUR_START, Retention.NOTIFICATIONS.plusHours(1)))
            .serves(RECENT)
            .workload(Workload.rowsPerDay(1, 24)
                    .maxRows(DesignLoad.LIVE_HOURS)
                    .distinct(TENANT, DesignLoad.TENANTS)
                    .size(TENANT, DesignLoad.TENANT_BYTES))
            .rows(BusyHourRow.class);

    /** The write that makes readers look for this many shards; any that says more stands. */
    public static Upsert write(String tenant, int hour, int shards) {
        Instant start = Buckets.startOfHour(hour);
        return TABLE.upsert(new BusyHourRow(tenant, hour, start, shards))
                .at(TimeUnit.MILLISECONDS.toMicros(start.toEpochMilli()) + shards);
    }
}
