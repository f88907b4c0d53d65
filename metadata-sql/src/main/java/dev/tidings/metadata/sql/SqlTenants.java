package dev.tidings.metadata.sql;

import static dev.tidings.metadata.sql.SqlTables.Tenants.CREATED_AT;
import static dev.tidings.metadata.sql.SqlTables.Tenants.DEFAULT_LOCALE;
import static dev.tidings.metadata.sql.SqlTables.Tenants.ID;
import static dev.tidings.metadata.sql.SqlTables.Tenants.NAME;
import static dev.tidings.metadata.sql.SqlTables.Tenants.TABLE;

import dev.tidings.core.metadata.Erasure;
import dev.tidings.core.metadata.MetadataException;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.Tenant;
import dev.tidings.core.model.ResultPage;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;

/** The repository of tenants in SQL: add, change, find and list, with an audit entry for each change. */
final class SqlTenants implements MetadataStore.Tenants {
    private final Database database;
    private final SqlAudit audit;

    SqlTenants(Database database, SqlAudit audit) {
        this.database = database;
        this.audit = audit;
    }

    @Override
    public boolean add(Tenant tenant, String actor) {
        try {
            return database.write("tenants.add", sql -> insert(sql, tenant, actor));
        } catch (MetadataException e) {
            // Relies on the primary key, not on a read before: of two concurrent calls one gets false.
            if (SqlFailures.duplicate(e)) {
                return false;
            }
            throw e;
        }
    }

    /** False if a tenant with the id is being deleted. */
    private boolean insert(DSLContext sql, Tenant tenant, String actor) {
        Optional<Erasure> deletion = SqlTenantDeletions.find(sql, tenant.id());
        if (deletion.filter(earlier -> !earlier.isComplete()).isPresent()) {
            return false;
        }
        sql.insertInto(TABLE)
                .set(ID, StorableTexts.key("id", tenant.id()))
                .set(NAME, StorableTexts.text("name", tenant.name(), StorableTexts.NAME_BYTES))
                .set(
                        DEFAULT_LOCALE,
                        StorableTexts.text("default_locale", tenant.defaultLocale(), StorableTexts.SHORT_BYTES))
                .set(CREATED_AT, tenant.createdAt().toEpochMilli())
                .execute();
        // A call that was in flight may have written after the deletion. An id that is taken has failed above.
        deletion.ifPresent(earlier -> TenantRows.all()
                .filter(table -> !table.table().equals(TABLE))
                .forEach(table -> table.delete(sql, tenant.id())));
        audit.add(sql, tenant.id(), tenant.createdAt(), actor, "tenant.add", tenant.id());
        return true;
    }

    @Override
    public Optional<Tenant> change(
            String id, Optional<String> name, Optional<String> defaultLocale, Instant at, String actor) {
        return database.write("tenants.change", sql -> {
            Map<Field<String>, String> values = new HashMap<>();
            name.ifPresent(text -> values.put(NAME, StorableTexts.text("name", text, StorableTexts.NAME_BYTES)));
            defaultLocale.ifPresent(text ->
                    values.put(DEFAULT_LOCALE, StorableTexts.text("default_locale", text, StorableTexts.SHORT_BYTES)));
            if (!values.isEmpty()
                    && sql.update(TABLE).set(values).where(ID.eq(id)).execute() > 0) {
                audit.add(sql, id, at, actor, "tenant.change", id);
            }
            return find(sql, id);
        });
    }

    @Override
    public Optional<Tenant> find(String id) {
        return database.read("tenants.find", sql -> find(sql, id));
    }

    private static Optional<Tenant> find(DSLContext sql, String id) {
        return sql.select(DSL.asterisk()).from(TABLE).where(ID.eq(id)).fetchOptional(SqlTenants::tenant);
    }

    @Override
    public ResultPage<Tenant> list(Optional<String> after, int limit) {
        return database.read("tenants.list", sql -> {
            var rows = sql.select(DSL.asterisk())
                    .from(TABLE)
                    .where(KeysetPages.after(ID, after))
                    .orderBy(ID)
                    .limit(KeysetPages.rows(limit))
                    .fetch();
            return KeysetPages.of(rows, limit, SqlTenants::tenant, Tenant::id);
        });
    }

    private static Tenant tenant(Record row) {
        String locale = row.get(DEFAULT_LOCALE);
        return new Tenant(
                row.get(ID),
                row.get(NAME),
                locale == null ? Tenant.DEFAULT_LOCALE : locale,
                ColumnValues.time(row.get(CREATED_AT)));
    }
}
