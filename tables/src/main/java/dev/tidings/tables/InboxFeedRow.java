package dev.tidings.tables;

import static dev.tidings.tables.Columns.MONTH;
import static dev.tidings.tables.Columns.NOTIFICATION_ID;
import static dev.tidings.tables.Columns.POSITION;
import static dev.tidings.tables.Columns.TENANT;
import static dev.tidings.tables.Columns.USER_ID;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.time.Duration;
import java.util.UUID;

/** A row of inbox_feed: one change in a user's inbox, by month. Live connections and clients that reconnect read this feed. */
public record InboxFeedRow(
        String tenant,
        String userId,
        int month,
        UUID changeId,
        String kind,
        UUID position,
        UUID notificationId,
        UUID fromPosition,
        Long markedAt) {

    public static final Column<UUID> CHANGE_ID = Column.uuid(
            "change_id", "UUIDv7 assigned right before the change was written; its month is that of the partition");

    public static final Column<String> KIND =
            Column.text("kind", "added, read, unread, archived, unarchived, edited, recalled or all_read");

    public static final Column<UUID> FROM_POSITION = Column.uuid(
            "from_position", "Only in all_read: all between this position and the other one were marked as read");

    public static final Column<Long> MARKED_AT = Column.bigint(
            "marked_at", "Write time of the mark, in microseconds; absent in added. Part of the change's identity");

    public static final Query SINCE = Query.named("changes since the client was here", TENANT, USER_ID, MONTH)
            .range(CHANGE_ID);

    public static final Table<InboxFeedRow> TABLE = Table.named("inbox_feed")
            .comment("The change feed of a user's inbox, from which a client resumes. A notification becomes visible"
                    + " when it is routed, not when it was created: a cursor over positions would miss one that"
                    + " was overtaken in another lane or scheduled last month. The partition key is that of the"
                    + " inbox, so a notification and its change are one mutation. A change may have a second row,"
                    + " under a later id, if its first may have become visible late; readers send it once, by its"
                    + " identity: kind, notification and marked_at. A client that is further behind than the feed's"
                    + " retention reloads.")
            .partition(TENANT, USER_ID, MONTH)
            .clustering(CHANGE_ID.asc())
            .columns(KIND, POSITION, NOTIFICATION_ID, FROM_POSITION, MARKED_AT)
            .ttl(Ttl.anchored(CHANGE_ID, Retention.CHANGES))
            .compactionWindow(Retention.CHANGES_WINDOW)
            .serves(SINCE)
            .workload(Workload.rowsPerDay(2 * DesignLoad.PER_USER_AND_DAY, 3 * DesignLoad.BUSIEST_USER_PER_DAY)
                    .bucket(Duration.ofDays(31))
                    // Seven days of the busiest user: older ones have expired.
                    .maxRows(60_480)
                    .distinct(TENANT, DesignLoad.TENANTS)
                    .distinct(USER_ID, DesignLoad.USERS)
                    .distinct(MONTH, DesignLoad.LIVE_FEED_MONTHS)
                    .size(TENANT, DesignLoad.TENANT_BYTES)
                    .size(USER_ID, DesignLoad.USER_BYTES)
                    .size(KIND, DesignLoad.WORD_BYTES))
            .rows(InboxFeedRow.class);
}
