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

/** A row of inbox_changes: the change feed as earlier versions wrote it, by day. Only read, until its rows have expired. */
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
            .comment(
                    "The change feed of a user's inbox as earlier versions of Tidings wrote it. Nothing is written to it"
                            + " any more; clients that were connected to such a version resume from it, until its rows"
                            + " have expired after seven days. Replaced by inbox_feed.")
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
