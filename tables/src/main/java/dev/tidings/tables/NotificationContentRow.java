package dev.tidings.tables;

import static dev.tidings.tables.Columns.BODY;
import static dev.tidings.tables.Columns.DATA;
import static dev.tidings.tables.Columns.DEEP_LINK;
import static dev.tidings.tables.Columns.EDITED_AT;
import static dev.tidings.tables.Columns.NOTIFICATION_ID;
import static dev.tidings.tables.Columns.POSITION;
import static dev.tidings.tables.Columns.RECALLED_AT;
import static dev.tidings.tables.Columns.TENANT;
import static dev.tidings.tables.Columns.TITLE;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/**
 * A row of notification_content: the content of a notification with many recipients in one language, stored once for all of them. An edit
 * or recall is one write here.
 */
public record NotificationContentRow(
        String tenant,
        UUID notificationId,
        String locale,
        UUID position,
        String title,
        String body,
        String data,
        String deepLink,
        Map<String, String> byChannel,
        String templateId,
        Integer templateVersion,
        Instant editedAt,
        Instant recalledAt) {

    public static final Column<String> LOCALE = Column.text("locale", "Language tag, such as en or pt-BR");

    public static final Column<Map<String, String>> BY_CHANNEL = Column.textMap(
            "by_channel", "Content per channel that overrides the rest (such as an email's subject and HTML), as JSON");

    public static final Column<String> TEMPLATE_ID =
            Column.text("template_id", "Template it was rendered from; absent if the request contained the text");

    public static final Column<Integer> TEMPLATE_VERSION =
            Column.integer("template_version", "Version of that template: templates change, sent content does not");

    public static final Query ONE = Query.named("the content in one locale", TENANT, NOTIFICATION_ID, LOCALE);

    public static final Query ALL = Query.named("the content in every locale", TENANT, NOTIFICATION_ID);

    public static final Table<NotificationContentRow> TABLE = Table.named("notification_content")
            .comment("The full content of a notification with many recipients, stored once per language instead of once"
                    + " per user: a recall or an edit is one write. Read only when it is shown, so it is kept"
                    + " apart from the hot tables.")
            .partition(TENANT, NOTIFICATION_ID)
            .clustering(LOCALE.asc())
            .columns(
                    POSITION,
                    TITLE,
                    BODY,
                    DATA,
                    DEEP_LINK,
                    BY_CHANNEL,
                    TEMPLATE_ID,
                    TEMPLATE_VERSION,
                    EDITED_AT,
                    RECALLED_AT)
            .ttl(Ttl.anchored(POSITION, Retention.NOTIFICATIONS))
            .compactionWindow(Retention.NOTIFICATIONS_WINDOW)
            .serves(ONE, ALL)
            .workload(Workload.rowsPerDay(DesignLoad.once(2), 40)
                    .maxRows(40)
                    .distinct(TENANT, DesignLoad.TENANTS)
                    .distinct(NOTIFICATION_ID, DesignLoad.REQUESTS_PER_DAY * 90 / 10)
                    .size(TENANT, DesignLoad.TENANT_BYTES)
                    .size(LOCALE, DesignLoad.LOCALE_BYTES)
                    .size(TITLE, DesignLoad.TITLE_BYTES)
                    .size(BODY, DesignLoad.BODY_BYTES)
                    .size(DATA, DesignLoad.DATA_BYTES)
                    .size(DEEP_LINK, DesignLoad.LINK_BYTES)
                    .size(BY_CHANNEL, 4_000)
                    .entries(BY_CHANNEL, 1)
                    .size(TEMPLATE_ID, DesignLoad.TYPE_BYTES)
                    .updatesPerRow(0.01))
            .rows(NotificationContentRow.class);
}
