package dev.tidings.tables;

import static dev.tidings.tables.Columns.EXPIRES_AT;
import static dev.tidings.tables.Columns.NOTIFICATION_ID;
import static dev.tidings.tables.Columns.POSITION;
import static dev.tidings.tables.Columns.PRIORITY;
import static dev.tidings.tables.Columns.RECALLED_AT;
import static dev.tidings.tables.Columns.REQUEST;
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
import java.time.Instant;
import java.util.Set;
import java.util.UUID;

/**
 * A row of notification_details: the origin and target of a notification by its id, as its sender requested it. Written when it is routed.
 */
public record NotificationDetailsRow(
        String tenant,
        UUID notificationId,
        UUID position,
        String type,
        String priority,
        String source,
        String targetType,
        String targetId,
        Set<String> channels,
        String request,
        String idempotencyKey,
        Instant scheduledAt,
        Instant expiresAt,
        Integer recipientShards,
        Long recipientCount,
        Instant recalledAt) {

    public static final Column<Set<String>> CHANNELS =
            Column.textSet("channels", "Channels of the request; empty if it left them to the type");

    public static final Column<String> IDEMPOTENCY_KEY =
            Column.text("idempotency_key", "Idempotency key of the request, to find it in the sender's own logs");

    public static final Column<Instant> SCHEDULED_AT =
            Column.timestamp("scheduled_at", "Due time; absent if it was sent at once");

    public static final Column<Integer> RECIPIENT_SHARDS = Column.integer(
            "recipient_shards",
            "Number of shards of its recipients: 1 for a list of users, 256 for more than 50,000 users");

    public static final Column<Long> RECIPIENT_COUNT =
            Column.bigint("recipient_count", "Number of users it was expanded to; absent until all of them are known");

    public static final Query ONE = Query.named("where it came from, whom it was for", TENANT, NOTIFICATION_ID);

    public static final Table<NotificationDetailsRow> TABLE = Table.named("notification_details")
            .comment("Origin and recipients of a notification. Written when it is routed; one that is still waiting for"
                    + " its due time is in schedule_state. The position leads from an id to the rows of the"
                    + " recipients, which are keyed by position.")
            .partition(TENANT, NOTIFICATION_ID)
            .columns(
                    POSITION,
                    TYPE,
                    PRIORITY,
                    SOURCE,
                    TARGET_TYPE,
                    TARGET_ID,
                    CHANNELS,
                    REQUEST,
                    IDEMPOTENCY_KEY,
                    SCHEDULED_AT,
                    EXPIRES_AT,
                    RECIPIENT_SHARDS,
                    RECIPIENT_COUNT,
                    RECALLED_AT)
            .ttl(Ttl.anchored(POSITION, Retention.NOTIFICATIONS))
            .compactionWindow(Retention.NOTIFICATIONS_WINDOW)
            .writeOptimized()
            .serves(ONE)
            .workload(Workload.oneRow()
                    .distinct(TENANT, DesignLoad.TENANTS)
                    .distinct(NOTIFICATION_ID, DesignLoad.REQUESTS_PER_DAY * 90)
                    .size(TENANT, DesignLoad.TENANT_BYTES)
                    .size(TYPE, DesignLoad.TYPE_BYTES)
                    .size(PRIORITY, DesignLoad.WORD_BYTES)
                    .size(SOURCE, DesignLoad.TYPE_BYTES)
                    .size(TARGET_TYPE, DesignLoad.WORD_BYTES)
                    .size(TARGET_ID, DesignLoad.USER_BYTES)
                    .size(CHANNELS, DesignLoad.WORD_BYTES)
                    .entries(CHANNELS, 2)
                    .size(REQUEST, DesignLoad.REQUEST_BYTES)
                    .size(IDEMPOTENCY_KEY, 36)
                    .updatesPerRow(0.1))
            .rows(NotificationDetailsRow.class);
}
