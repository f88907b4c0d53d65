package dev.tidings.tables;

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

/** A row of inbox_changes: one change in a user's inbox, by day. Clients that reconnect resume from this feed. */
public record InboxChangeRow(
        String tenant, String userId, int day, UUID changeId, String kind, UUID position, UUID notificationId) {

    public static final Column<Integer> DAY =
            Column.integer("day", "UTC day of the change id, in days since 1970; bounds the partition");

    public static final Column<UUID> CHANGE_ID =
            Column.uuid("change_id", "UUIDv7 assigned when the change became visible, from which a client resumes");

    public static final Column<String> KIND = Column.text(
            "kind", "added, read, unread, archived, unarchived, edited, recalled, or all_read up to the position");

    public static final Query SINCE = Query.named("changes since the client was here", TENANT, USER_ID, DAY)
            .range(CHANGE_ID);

    public static final Table<InboxChangeRow> TABLE = Table.named("inbox_changes")
            .comment("The change feed of a user's inbox, from which a client resumes. A notification becomes visible"
                    + " when it is routed, not when it was created: a cursor over positions would miss one that"
                    + " was overtaken in another lane or scheduled last month. So a client resumes from this feed,"
                    + " with a small overlap, and drops duplicates by notification id. A client that is further"
                    + " behind than the feed's retention reloads.")
            .partition(TENANT, USER_ID, DAY)
            .clustering(CHANGE_ID.asc())
            .columns(KIND, POSITION, NOTIFICATION_ID)
            .ttl(Ttl.anchored(CHANGE_ID, Retention.CHANGES))
            .compactionWindow(Retention.CHANGES_WINDOW)
            .serves(SINCE)
            .workload(Workload.rowsPerDay(2 * DesignLoad.PER_USER_AND_DAY, 3 * DesignLoad.BUSIEST_USER_PER_DAY)
                    .bucket(Duration.ofDays(1))
                    .distinct(TENANT, DesignLoad.TENANTS)
                    .distinct(USER_ID, DesignLoad.USERS)
                    .distinct(DAY, DesignLoad.LIVE_DAYS)
                    .size(TENANT, DesignLoad.TENANT_BYTES)
                    .size(USER_ID, DesignLoad.USER_BYTES)
                    .size(KIND, DesignLoad.WORD_BYTES))
            .rows(InboxChangeRow.class);
}
