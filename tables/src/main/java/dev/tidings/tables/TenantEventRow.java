package dev.tidings.tables;

import static dev.tidings.tables.Columns.TENANT;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.time.Duration;
import java.util.UUID;

/** One thing that a tenant's own programs were told, or are to be told. */
public record TenantEventRow(String tenant, int hour, UUID eventId, String messageId, String kind, String body) {

    public static final Column<Integer> HOUR =
            Column.integer("hour", "UTC hour of the event id, in hours since 1970: when it happened");

    public static final Column<UUID> EVENT_ID =
            Column.uuid("event_id", "UUIDv7 of the moment at which it happened, minted once");

    public static final Column<String> MESSAGE_ID = Column.text(
            "message_id",
            "By which a receiver knows a repeat: made of what happened, so the same however often it is told");

    public static final Column<String> KIND = Column.text("kind", "Such as delivery.sent");

    public static final Column<String> BODY = Column.text("body", "What is posted, as JSON");

    public static final Query SINCE =
            Query.named("what happened in an hour", TENANT, HOUR).range(EVENT_ID);

    public static final Table<TenantEventRow> TABLE = Table.named("tenant_events")
            .comment(
                    "What a tenant's endpoints were told lately, so that it can be told again to one that was away. Written only"
                            + " for tenants that have endpoints, once for all of them. The hour bounds the partition.")
            .partition(TENANT, HOUR)
            .clustering(EVENT_ID.asc())
            .columns(MESSAGE_ID, KIND, BODY)
            .ttl(Ttl.anchored(EVENT_ID, Retention.CHANGES))
            .compactionWindow(Retention.CHANGES_WINDOW)
            .serves(SINCE)
            // The busiest tenant that wants to know of everything: forty deliveries a second.
            .workload(Workload.rowsPerDay(10_000, 40 * DesignSize.SECONDS_PER_DAY)
                    .bucket(Duration.ofHours(1))
                    .distinct(TENANT, DesignSize.TENANTS)
                    .distinct(HOUR, 7 * 24)
                    .size(TENANT, DesignSize.TENANT_BYTES)
                    .size(MESSAGE_ID, 40)
                    .size(KIND, DesignSize.WORD_BYTES)
                    .size(BODY, 250))
            .rows(TenantEventRow.class);
}
