package dev.tidings.tables;

import static dev.tidings.tables.Columns.NOTIFICATION_ID;
import static dev.tidings.tables.Columns.SCHEDULED_AT;
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
import java.time.Instant;
import java.util.UUID;

/**
 * A row of scheduled_by_tenant: one scheduled notification of a tenant, by day and shard, for listing them soonest first. The days that
 * have rows are in {@link ScheduledDayRow}.
 */
public record ScheduledByTenantRow(
        String tenant,
        int day,
        int shard,
        Instant scheduledAt,
        UUID notificationId,
        String type,
        String targetType,
        String targetId,
        Long recipientCount,
        Boolean changed) {

    public static final Column<Integer> DAY =
            Column.integer("day", "UTC day of the due time, in days since 1970; bounds the partition");

    public static final Column<Long> RECIPIENT_COUNT =
            Column.bigint("recipient_count", "Number of users of a list; absent for a single user");

    public static final Column<Boolean> CHANGED = Column.bool(
            "changed",
            "True if it was cancelled or moved, or is the result of a move: schedule_state is authoritative");

    public static final Query UPCOMING = Query.named(
                    "what is scheduled on a day, soonest first", TENANT, DAY, TenantNotificationRow.SHARD)
            .range(SCHEDULED_AT);

    /** A fifth of the requests of the busiest tenant, which has the maximum number of shards. */
    private static final double BUSIEST_PER_DAY = 5_000 * DesignLoad.SECONDS_PER_DAY / DesignLoad.MAX_SHARDS;

    public static final Table<ScheduledByTenantRow> TABLE = Table.named("scheduled_by_tenant")
            .comment("A tenant's scheduled notifications, soonest first. One row per request, not per user. The day"
                    + " bounds the partition; the shard spreads a large tenant's day over nodes, as in"
                    + " notifications_by_tenant. Days with rows are listed in scheduled_days, so that a reader"
                    + " probes no empty ones. Flagged instead of deleted when cancelled or moved, for the same"
                    + " reason as in scheduled_notifications.")
            .partition(TENANT, DAY, TenantNotificationRow.SHARD)
            .clustering(SCHEDULED_AT.asc(), NOTIFICATION_ID.asc())
            .columns(TYPE, TARGET_TYPE, TARGET_ID, RECIPIENT_COUNT, CHANGED)
            .ttl(Ttl.anchored(SCHEDULED_AT, Retention.SCHEDULE))
            .writeOptimized()
            .serves(UPCOMING)
            .workload(Workload.rowsPerDay(0.2 * DesignLoad.REQUESTS_PER_DAY / DesignLoad.TENANTS, BUSIEST_PER_DAY)
                    .bucket(Duration.ofDays(1))
                    .distinct(TENANT, DesignLoad.TENANTS)
                    .distinct(DAY, DesignLoad.SCHEDULED_DAYS)
                    .distinct(TenantNotificationRow.SHARD, DesignLoad.MAX_SHARDS)
                    .size(TENANT, DesignLoad.TENANT_BYTES)
                    .size(TYPE, DesignLoad.TYPE_BYTES)
                    .size(TARGET_TYPE, DesignLoad.WORD_BYTES)
                    .size(TARGET_ID, DesignLoad.USER_BYTES)
                    .updatesPerRow(0.1))
            .rows(ScheduledByTenantRow.class);
}
