package dev.tidings.metadata.sql;

import static dev.tidings.metadata.sql.SqlTables.WebhookEndpoints.CREATED_AT;
import static dev.tidings.metadata.sql.SqlTables.WebhookEndpoints.EVENTS;
import static dev.tidings.metadata.sql.SqlTables.WebhookEndpoints.ID;
import static dev.tidings.metadata.sql.SqlTables.WebhookEndpoints.PAUSED_AT;
import static dev.tidings.metadata.sql.SqlTables.WebhookEndpoints.PAUSE_REASON;
import static dev.tidings.metadata.sql.SqlTables.WebhookEndpoints.REVISION;
import static dev.tidings.metadata.sql.SqlTables.WebhookEndpoints.SECRETS;
import static dev.tidings.metadata.sql.SqlTables.WebhookEndpoints.TABLE;
import static dev.tidings.metadata.sql.SqlTables.WebhookEndpoints.TENANT;
import static dev.tidings.metadata.sql.SqlTables.WebhookEndpoints.URL;

import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.WebhookEndpoint;
import dev.tidings.core.metadata.WebhookEventKind;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;

/** The repository of tenants' webhook endpoints in SQL, each change with a new revision and an audit entry. */
final class SqlEndpoints implements MetadataStore.Endpoints {
    private final Database database;
    private final SqlAudit audit;

    SqlEndpoints(Database database, SqlAudit audit) {
        this.database = database;
        this.audit = audit;
    }

    @Override
    public Optional<WebhookEndpoint> find(String tenant, String id) {
        return database.read("endpoints.find", sql -> find(sql, tenant, id));
    }

    private static Optional<WebhookEndpoint> find(DSLContext sql, String tenant, String id) {
        return sql.select(DSL.asterisk()).from(TABLE).where(is(tenant, id)).fetchOptional(SqlEndpoints::endpoint);
    }

    @Override
    public List<WebhookEndpoint> list(String tenant) {
        return database.read(
                "endpoints.list",
                sql -> sql.select(DSL.asterisk())
                        .from(TABLE)
                        .where(TENANT.eq(tenant))
                        .orderBy(ID)
                        .fetch(SqlEndpoints::endpoint));
    }

    @Override
    public Optional<WebhookEndpoint> put(WebhookEndpoint endpoint, Change change, Instant at, String actor) {
        return database.write("endpoints.put", sql -> {
            // The counter first: it locks the tenant's endpoints for this transaction.
            long revision = TenantSequences.ENDPOINTS.next(sql, StorableTexts.key("tenant", endpoint.tenant()));
            long before = find(sql, endpoint.tenant(), endpoint.id())
                    .map(WebhookEndpoint::revision)
                    .orElse(0L);
            if (before != endpoint.revision()) {
                return Optional.<WebhookEndpoint>empty();
            }
            if (before == 0) {
                sql.insertInto(TABLE).set(row(endpoint, revision)).execute();
            } else {
                sql.update(TABLE)
                        .set(row(endpoint, revision))
                        .where(is(endpoint.tenant(), endpoint.id()))
                        .execute();
            }
            String action = "webhook." + change.name().toLowerCase(Locale.ROOT);
            audit.add(sql, endpoint.tenant(), at, actor, action, endpoint.id());
            return find(sql, endpoint.tenant(), endpoint.id());
        });
    }

    @Override
    public boolean delete(String tenant, String id, String actor) {
        return database.write("endpoints.delete", sql -> {
            int deleted = sql.deleteFrom(TABLE).where(is(tenant, id)).execute();
            if (deleted > 0) {
                audit.add(sql, tenant, actor, "webhook.delete", id);
            }
            return deleted > 0;
        });
    }

    private static Condition is(String tenant, String id) {
        return TENANT.eq(tenant).and(ID.eq(id));
    }

    private static Map<Field<?>, Object> row(WebhookEndpoint endpoint, long revision) {
        Optional<WebhookEndpoint.Pause> paused = endpoint.paused();
        Map<Field<?>, Object> row = new HashMap<>();
        row.put(TENANT, StorableTexts.key("tenant", endpoint.tenant()));
        row.put(ID, StorableTexts.key("id", endpoint.id()));
        row.put(REVISION, revision);
        row.put(EVENTS, ColumnValues.joined(endpoint.events(), WebhookEventKind::wire));
        row.put(SECRETS, StorableTexts.credentials("secrets", endpoint.secrets()));
        row.put(
                PAUSE_REASON,
                StorableTexts.text("reason", paused.map(WebhookEndpoint.Pause::reason), StorableTexts.NAME_BYTES));
        row.put(PAUSED_AT, ColumnValues.optionalMillis(paused.map(WebhookEndpoint.Pause::since)));
        row.put(CREATED_AT, endpoint.createdAt().toEpochMilli());
        row.put(URL, StorableTexts.text("url", endpoint.url(), StorableTexts.URL_BYTES));
        return row;
    }

    private static WebhookEndpoint endpoint(Record row) {
        return new WebhookEndpoint(
                row.get(TENANT),
                row.get(ID),
                row.get(URL),
                ColumnValues.split(row.get(EVENTS), WebhookEventKind::ofWire),
                row.get(SECRETS),
                ColumnValues.optionalTime(row.get(PAUSED_AT))
                        .map(since -> new WebhookEndpoint.Pause(row.get(PAUSE_REASON), since)),
                ColumnValues.time(row.get(CREATED_AT)),
                row.get(REVISION));
    }
}
