package dev.tidings.tables;

import static dev.tidings.tables.Columns.ATTEMPT_ID;
import static dev.tidings.tables.Columns.CHANNEL;
import static dev.tidings.tables.Columns.NOTIFICATION_ID;
import static dev.tidings.tables.Columns.POSITION;
import static dev.tidings.tables.Columns.PROVIDER;
import static dev.tidings.tables.Columns.PROVIDER_MESSAGE_ID;
import static dev.tidings.tables.Columns.ROUND;
import static dev.tidings.tables.Columns.TENANT;
import static dev.tidings.tables.Columns.USER_ID;

import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.util.UUID;

/**
 * A row of deliveries_by_provider_id: the delivery behind a provider's message id. Read when a receipt arrives, which contains only that
 * id.
 */
public record ProviderMessageRow(
        String provider,
        String providerMessageId,
        String tenant,
        UUID notificationId,
        String userId,
        String channel,
        UUID position,
        UUID attemptId,
        Integer round) {

    public static final Query ONE = Query.named("which delivery is this receipt about", PROVIDER, PROVIDER_MESSAGE_ID);

    public static final Table<ProviderMessageRow> TABLE = Table.named("deliveries_by_provider_id")
            .comment("Deliveries by the provider's message id. A receipt contains only that id; the row has all that is"
                    + " needed to write the receipt and the new state without another read. The tenant is not in"
                    + " the key because a provider account belongs to one tenant.")
            .partition(PROVIDER, PROVIDER_MESSAGE_ID)
            .columns(TENANT, NOTIFICATION_ID, USER_ID, CHANNEL, POSITION, ATTEMPT_ID, ROUND)
            .ttl(Ttl.anchored(ATTEMPT_ID, Retention.NOTIFICATIONS))
            .compactionWindow(Retention.NOTIFICATIONS_WINDOW)
            .serves(ONE)
            .workload(Workload.oneRow()
                    .distinct(PROVIDER, DesignLoad.TENANTS * 5)
                    .distinct(PROVIDER_MESSAGE_ID, DesignLoad.REQUESTS_PER_DAY * 50 * 90)
                    .size(PROVIDER, DesignLoad.TYPE_BYTES)
                    .size(PROVIDER_MESSAGE_ID, 36)
                    .size(TENANT, DesignLoad.TENANT_BYTES)
                    .size(USER_ID, DesignLoad.USER_BYTES)
                    .size(CHANNEL, DesignLoad.WORD_BYTES))
            .rows(ProviderMessageRow.class);
}
