package dev.tidings.tables;

import static dev.tidings.tables.Columns.TENANT;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.time.Duration;
import java.util.UUID;

/**
 * A row of tenant_events: one recent webhook event of a tenant, by hour, kept so that it can be replayed to an endpoint that was
 * unavailable.
 */
public record TenantEventRow(String tenant, int hour, UUID eventId, String messageId, String kind, String body) {

    public static final Column<Integer> HOUR = Column.integer("hour", "UTC hour of the event id, in hours since 1970");

    public static final Column<UUID> EVENT_ID =
            Column.uuid("event_id", "UUIDv7 of the time of the event, assigned once");

    public static final Column<String> MESSAGE_ID = Column.text(
            "message_id",
            "Deduplication id for receivers: derived from the event, so it is the same for every delivery");

    public static final Column<String> KIND = Column.text("kind", "Kind of event, such as delivery.sent");

    public static final Column<String> BODY = Column.text("body", "The JSON that is posted");

    public static final Query SINCE =
            Query.named("what happened in an hour", TENANT, HOUR).range(EVENT_ID);

    public static final Table<TenantEventRow> TABLE = Table.named("tenant_events")
            .comment("Recent webhook events of a tenant, from which they can be replayed to an endpoint that was "
                    + "unavailable. Written only for tenants with endpoints, once for all of them. The hour bounds the "
                    + "partition.")
            .partition(TENANT, HOUR)
            .clustering(EVENT_ID.asc())
            .columns(MESSAGE_ID, KIND, BODY)
            .ttl(Ttl.anchored(EVENT_ID, Retention.CHANGES))
            .compactionWindow(Retention.CHANGES_WINDOW)
            .serves(SINCE)
            // The busiest tenant that subscribes to everything: forty deliveries a second.
            .workload(Workload.rowsPerDay(10_000, 40 * DesignLoad.SECONDS_PER_DAY)
                    .bucket(Duration.ofHours(1))
                    .distinct(TENANT, DesignLoad.TENANTS)
                    .distinct(HOUR, 7 * 24)
                    .size(TENANT, DesignLoad.TENANT_BYTES)
                    .size(MESSAGE_ID, 40)
                    .size(KIND, DesignLoad.WORD_BYTES)
                    .size(BODY, 250))
            .rows(TenantEventRow.class);
}
