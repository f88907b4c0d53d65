package dev.tidings.tables;

import static dev.tidings.tables.Columns.EDITED_AT;
import static dev.tidings.tables.Columns.EXPIRES_AT;
import static dev.tidings.tables.Columns.MONTH;
import static dev.tidings.tables.Columns.NOTIFICATION_ID;
import static dev.tidings.tables.Columns.POSITION;
import static dev.tidings.tables.Columns.PRIORITY;
import static dev.tidings.tables.Columns.RECALLED_AT;
import static dev.tidings.tables.Columns.TENANT;
import static dev.tidings.tables.Columns.TYPE;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;

/**
 * A row of broadcasts: one notification to all users of a tenant, by month. Inboxes merge it in when they are read; its content is in
 * notification_content.
 */
public record BroadcastRow(
        String tenant,
        int month,
        UUID position,
        UUID notificationId,
        String type,
        String priority,
        Set<String> locales,
        Instant visibleAt,
        Instant expiresAt,
        Instant editedAt,
        Instant recalledAt) {

    public static final Column<Set<String>> LOCALES =
            Column.textSet("locales", "Locales of its content, so that the best one is chosen without trial reads");

    public static final Column<Instant> VISIBLE_AT = Column.timestamp(
            "visible_at",
            "Time it was routed: a client that resumes from an earlier time has not seen it, however old its id");

    public static final Query PAGE =
            Query.named("what was broadcast lately", TENANT, MONTH).range(POSITION);

    public static final Query ONE = Query.named("one broadcast", TENANT, MONTH, POSITION);

    public static final Table<BroadcastRow> TABLE = Table.named("broadcasts")
            .comment("Recent broadcasts. Merged into each inbox on read instead of written into millions of them; the"
                    + " content is in notification_content, so a recall or an edit is one write. A user's read or"
                    + " archive mark on a broadcast is a row of that user's inbox at the same position. Keyed by"
                    + " position and not by id, so that one scheduled long ago sorts by its due time and a page"
                    + " is one contiguous read.")
            .partition(TENANT, MONTH)
            .clustering(POSITION.desc())
            .columns(NOTIFICATION_ID, TYPE, PRIORITY, LOCALES, VISIBLE_AT, EXPIRES_AT, EDITED_AT, RECALLED_AT)
            .ttl(Ttl.anchored(POSITION, Retention.NOTIFICATIONS))
            .compactionWindow(Retention.NOTIFICATIONS_WINDOW)
            .serves(PAGE, ONE)
            .workload(Workload.rowsPerDay(1, 100)
                    .bucket(Duration.ofDays(31))
                    .distinct(TENANT, DesignLoad.TENANTS)
                    .distinct(MONTH, DesignLoad.LIVE_MONTHS)
                    .size(TENANT, DesignLoad.TENANT_BYTES)
                    .size(TYPE, DesignLoad.TYPE_BYTES)
                    .size(PRIORITY, DesignLoad.WORD_BYTES)
                    .size(LOCALES, DesignLoad.LOCALE_BYTES)
                    .entries(LOCALES, 5)
                    .updatesPerRow(0.05))
            .rows(BroadcastRow.class);
}
