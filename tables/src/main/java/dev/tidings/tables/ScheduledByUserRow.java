package dev.tidings.tables;

import static dev.tidings.tables.Columns.NOTIFICATION_ID;
import static dev.tidings.tables.Columns.SCHEDULED_AT;
import static dev.tidings.tables.Columns.TENANT;
import static dev.tidings.tables.Columns.TYPE;
import static dev.tidings.tables.Columns.USER_ID;
import static dev.tidings.tables.Columns.VERSION;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.time.Instant;
import java.util.UUID;

/**
 * A row of scheduled_by_user: a notification scheduled for one user, for listing them soonest first. The scheduler itself reads
 * scheduled_notifications.
 */
public record ScheduledByUserRow(
        String tenant,
        String userId,
        Instant scheduledAt,
        UUID notificationId,
        Integer version,
        String type,
        Boolean changed) {

    public static final Column<Boolean> CHANGED =
            Column.bool("changed", "True once it was cancelled or moved: schedule_state is authoritative");

    public static final Query UPCOMING = Query.named("what is scheduled for the user, soonest first", TENANT, USER_ID)
            .range(SCHEDULED_AT);

    public static final Query ONE =
            Query.named("one scheduled notification of the user", TENANT, USER_ID, SCHEDULED_AT, NOTIFICATION_ID);

    public static final Table<ScheduledByUserRow> TABLE = Table.named("scheduled_by_user")
            .comment("A user's scheduled notifications, soonest first. No bucket: rows expire soon after they were due,"
                    + " and a user has few waiting. Flagged instead of deleted when cancelled or moved, for the"
                    + " same reason as in scheduled_notifications.")
            .partition(TENANT, USER_ID)
            .clustering(SCHEDULED_AT.asc(), NOTIFICATION_ID.asc())
            .columns(VERSION, TYPE, CHANGED)
            .ttl(Ttl.anchored(SCHEDULED_AT, Retention.SCHEDULE))
            .writeOptimized()
            .serves(UPCOMING, ONE)
            .workload(Workload.rowsPerDay(DesignLoad.PER_USER_AND_DAY / 5, DesignLoad.BUSIEST_USER_PER_DAY)
                    .distinct(TENANT, DesignLoad.TENANTS)
                    .distinct(USER_ID, DesignLoad.USERS)
                    .size(TENANT, DesignLoad.TENANT_BYTES)
                    .size(USER_ID, DesignLoad.USER_BYTES)
                    .size(TYPE, DesignLoad.TYPE_BYTES)
                    .updatesPerRow(0.1))
            .rows(ScheduledByUserRow.class);
}
