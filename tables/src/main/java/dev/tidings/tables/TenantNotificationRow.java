package dev.tidings.tables;

import static dev.tidings.tables.Columns.NOTIFICATION_ID;
import static dev.tidings.tables.Columns.POSITION;
import static dev.tidings.tables.Columns.PRIORITY;
import static dev.tidings.tables.Columns.SOURCE;
import static dev.tidings.tables.Columns.TARGET_ID;
import static dev.tidings.tables.Columns.TARGET_TYPE;
import static dev.tidings.tables.Columns.TENANT;
import static dev.tidings.tables.Columns.TYPE;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.time.Duration;
import java.util.UUID;

/** A row of notifications_by_tenant: one request of a tenant, by hour and shard, for listing the notifications it sent, newest first. */
public record TenantNotificationRow(
        String tenant,
        int hour,
        int shard,
        UUID notificationId,
        UUID position,
        String type,
        String priority,
        String source,
        String targetType,
        String targetId) {

    public static final Column<Integer> HOUR = Column.integer(
            "hour", "UTC hour of the position, in hours since 1970: the time of sending, not of the request");

    public static final Column<Integer> SHARD =
            Column.integer("shard", "Hash of the id modulo the number of shards, which is in busy_hours: 1 for most");

    public static final Query PAGE =
            Query.named("what was sent in an hour", TENANT, HOUR, SHARD).range(NOTIFICATION_ID);

    /** The busiest tenant makes twenty-five thousand requests a second and has the maximum number of shards. */
    private static final double BUSIEST_PER_DAY = 25_000 * DesignLoad.SECONDS_PER_DAY / DesignLoad.MAX_SHARDS;

    public static final Table<TenantNotificationRow> TABLE = Table.named("notifications_by_tenant")
            .comment("A tenant's recently sent notifications, newest first. One row per request, not per user. The hour"
                    + " bounds the partition and allows the list to be read backwards hour by hour; the shard"
                    + " spreads the writes of a large tenant over nodes, and the reader merges the shards.")
            .partition(TENANT, HOUR, SHARD)
            .clustering(NOTIFICATION_ID.desc())
            .columns(POSITION, TYPE, PRIORITY, SOURCE, TARGET_TYPE, TARGET_ID)
            .ttl(Ttl.anchored(POSITION, Retention.NOTIFICATIONS))
            .compactionWindow(Retention.NOTIFICATIONS_WINDOW)
            .writeOptimized()
            .serves(PAGE)
            .workload(Workload.rowsPerDay(1.0 * DesignLoad.REQUESTS_PER_DAY / DesignLoad.TENANTS, BUSIEST_PER_DAY)
                    .bucket(Duration.ofHours(1))
                    .distinct(TENANT, DesignLoad.TENANTS)
                    .distinct(HOUR, DesignLoad.LIVE_HOURS)
                    .distinct(SHARD, DesignLoad.MAX_SHARDS)
                    .size(TENANT, DesignLoad.TENANT_BYTES)
                    .size(TYPE, DesignLoad.TYPE_BYTES)
                    .size(PRIORITY, DesignLoad.WORD_BYTES)
                    .size(SOURCE, DesignLoad.TYPE_BYTES)
                    .size(TARGET_TYPE, DesignLoad.WORD_BYTES)
                    .size(TARGET_ID, DesignLoad.USER_BYTES))
            .rows(TenantNotificationRow.class);
}
