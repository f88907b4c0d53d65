package dev.tidings.tables;

import static dev.tidings.tables.Columns.BODY;
import static dev.tidings.tables.Columns.DATA;
import static dev.tidings.tables.Columns.DEEP_LINK;
import static dev.tidings.tables.Columns.EXPIRES_AT;
import static dev.tidings.tables.Columns.MONTH;
import static dev.tidings.tables.Columns.NOTIFICATION_ID;
import static dev.tidings.tables.Columns.POSITION;
import static dev.tidings.tables.Columns.PRIORITY;
import static dev.tidings.tables.Columns.RECALLED_AT;
import static dev.tidings.tables.Columns.TENANT;
import static dev.tidings.tables.Columns.TITLE;
import static dev.tidings.tables.Columns.TYPE;
import static dev.tidings.tables.Columns.USER_ID;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/** A row of notifications_by_user: one notification in one user's inbox, by month, with its content and its read and archive marks. */
public record InboxRow(
        String tenant,
        String userId,
        int month,
        UUID position,
        UUID notificationId,
        String type,
        String priority,
        String title,
        String body,
        String data,
        String deepLink,
        String contentLocale,
        Instant expiresAt,
        Instant readAt,
        Instant archivedAt,
        Instant recalledAt,
        Boolean broadcast,
        Long markedAt) {

    public static final Column<String> CONTENT_LOCALE = Column.text(
            "content_locale",
            "If set, title, body, data and link are in notification_content under this id and locale");

    public static final Column<Instant> READ_AT =
            Column.timestamp("read_at", "Time the user read it; absent if unread");

    public static final Column<Instant> ARCHIVED_AT =
            Column.timestamp("archived_at", "Time the user archived it; absent if it is in the inbox");

    public static final Column<Boolean> BROADCAST = Column.bool(
            "broadcast",
            "True for a row that only holds the user's marks on a broadcast; the rest of it is in broadcasts");

    public static final Column<Long> MARKED_AT = Column.bigint(
            "marked_at", "Write time of the last mark, in microseconds; the next mark has a later one on any clock");

    public static final Query PAGE = Query.named("the user's inbox, newest first", TENANT, USER_ID, MONTH)
            .range(POSITION);

    public static final Query ONE = Query.named("one notification of the inbox", TENANT, USER_ID, MONTH, POSITION);

    public static final Table<InboxRow> TABLE = Table.named("notifications_by_user")
            .comment("A user's inbox, newest first, from a cursor. The month in the partition key bounds the partition"
                    + " of even the busiest user; a page goes back month by month as far as it needs. The position"
                    + " is deterministic, so a replay writes the same row again and the inbox holds a notification"
                    + " once. Personal content is inline, shared content is stored once and referenced. Reading"
                    + " and archiving write two cells, which expire with their row because the time to live runs"
                    + " from the position.")
            .partition(TENANT, USER_ID, MONTH)
            .clustering(POSITION.desc())
            .columns(
                    NOTIFICATION_ID,
                    TYPE,
                    PRIORITY,
                    TITLE,
                    BODY,
                    DATA,
                    DEEP_LINK,
                    CONTENT_LOCALE,
                    EXPIRES_AT,
                    READ_AT,
                    ARCHIVED_AT,
                    RECALLED_AT,
                    BROADCAST,
                    MARKED_AT)
            .ttl(Ttl.anchored(POSITION, Retention.NOTIFICATIONS))
            .compactionWindow(Retention.NOTIFICATIONS_WINDOW)
            .serves(PAGE, ONE)
            .workload(Workload.rowsPerDay(DesignLoad.PER_USER_AND_DAY, DesignLoad.BUSIEST_USER_PER_DAY)
                    .bucket(Duration.ofDays(31))
                    .distinct(TENANT, DesignLoad.TENANTS)
                    .distinct(USER_ID, DesignLoad.USERS)
                    .distinct(MONTH, DesignLoad.LIVE_MONTHS)
                    .size(TENANT, DesignLoad.TENANT_BYTES)
                    .size(USER_ID, DesignLoad.USER_BYTES)
                    .size(TYPE, DesignLoad.TYPE_BYTES)
                    .size(PRIORITY, DesignLoad.WORD_BYTES)
                    .size(TITLE, DesignLoad.TITLE_BYTES)
                    .size(BODY, DesignLoad.BODY_BYTES)
                    .size(DATA, DesignLoad.DATA_BYTES)
                    .size(DEEP_LINK, DesignLoad.LINK_BYTES)
                    .size(CONTENT_LOCALE, DesignLoad.LOCALE_BYTES)
                    .updatesPerRow(0.8))
            .rows(InboxRow.class);
}
