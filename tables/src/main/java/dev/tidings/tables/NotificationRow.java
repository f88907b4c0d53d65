package dev.tidings.tables;

import static dev.tidings.tables.Columns.MONTH;
import static dev.tidings.tables.Columns.NOTIFICATION_ID;
import static dev.tidings.tables.Columns.POSITION;
import static dev.tidings.tables.Columns.ROUND;
import static dev.tidings.tables.Columns.TENANT;
import static dev.tidings.tables.Columns.TYPE;
import static dev.tidings.tables.Columns.USER_ID;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/**
 * A row of notifications: the routing decision for one user and notification, and the current state of its delivery on each channel. It
 * holds no content.
 */
public record NotificationRow(
        String tenant,
        String userId,
        int month,
        UUID position,
        UUID notificationId,
        String type,
        String decision,
        Instant decidedAt,
        Integer round,
        Map<String, String> channelStatus) {

    public static final Column<String> DECISION = Column.text(
            "decision", "Channels, addresses, locale and templates chosen by routing, as JSON; reused by every replay");

    public static final Column<Instant> DECIDED_AT = Column.timestamp("decided_at", "Time it was routed");

    public static final Column<Map<String, String>> CHANNEL_STATUS = Column.textMap(
            "channel_status", "State by channel, with the reason after a space: 'sent', 'suppressed opted_out'");

    public static final Query PAGE = Query.named("what happened to the user's notifications", TENANT, USER_ID, MONTH)
            .range(POSITION);

    public static final Query ONE = Query.named("what happened to this one", TENANT, USER_ID, MONTH, POSITION);

    public static final Table<NotificationRow> TABLE = Table.named("notifications")
            .comment("Routing decisions and delivery states of a user's notifications. Read and written far more often"
                    + " than any content, so the rows are narrow and apart from it; keyed like the inbox. Each"
                    + " entry of channel_status is written on its own, with a write time of created_at in"
                    + " microseconds plus the rank of the state: last write wins then means highest rank wins,"
                    + " and a state never goes back.")
            .partition(TENANT, USER_ID, MONTH)
            .clustering(POSITION.desc())
            .columns(NOTIFICATION_ID, TYPE, DECISION, DECIDED_AT, ROUND, CHANNEL_STATUS)
            .ttl(Ttl.anchored(POSITION, Retention.NOTIFICATIONS))
            .compactionWindow(Retention.NOTIFICATIONS_WINDOW)
            .writeOptimized()
            .serves(PAGE, ONE)
            .workload(Workload.rowsPerDay(DesignLoad.PER_USER_AND_DAY, DesignLoad.BUSIEST_USER_PER_DAY)
                    .bucket(Duration.ofDays(31))
                    .distinct(TENANT, DesignLoad.TENANTS)
                    .distinct(USER_ID, DesignLoad.USERS)
                    .distinct(MONTH, DesignLoad.LIVE_MONTHS)
                    .size(TENANT, DesignLoad.TENANT_BYTES)
                    .size(USER_ID, DesignLoad.USER_BYTES)
                    .size(TYPE, DesignLoad.TYPE_BYTES)
                    .size(DECISION, 200)
                    .size(CHANNEL_STATUS, 16)
                    .entries(CHANNEL_STATUS, 2)
                    .updatesPerRow(3))
            .rows(NotificationRow.class);
}
