package dev.tidings.metadata.sql;

import static dev.tidings.metadata.sql.SqlTables.Erasures.ERASED_AT;
import static dev.tidings.metadata.sql.SqlTables.Erasures.ID;
import static dev.tidings.metadata.sql.SqlTables.Erasures.TABLE;
import static dev.tidings.metadata.sql.SqlTables.Erasures.TENANT;
import static dev.tidings.metadata.sql.SqlTables.Erasures.USER_HASH;

import dev.tidings.core.metadata.Erasure;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.metadata.sql.SqlTables.Tenants;
import dev.tidings.metadata.sql.TenantRows.TenantTable;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;

/** The repository of tenants' deletions in SQL: rows of the table of erasures. */
final class SqlTenantDeletions implements MetadataStore.TenantDeletions {
    /** Rows per transaction: others wait for a transaction to end. */
    private static final int CHUNK = 1_000;

    private final Database database;
    private final SqlAudit audit;

    SqlTenantDeletions(Database database, SqlAudit audit) {
        this.database = database;
        this.audit = audit;
    }

    @Override
    public Optional<Erasure> add(Erasure deletion, String operator, String actor) {
        return database.write("tenants.delete", sql -> {
            if (!exists(sql, deletion.tenant())) {
                return find(sql, deletion.tenant()).filter(earlier -> !earlier.isComplete());
            }
            long rows = 0;
            for (TenantTable<?> table : TenantRows.ACTIVE) {
                rows += table.delete(sql, deletion.tenant());
            }
            Erasure stored = new Erasure(
                    deletion.tenant(),
                    deletion.id(),
                    deletion.userHash(),
                    deletion.erasedAt(),
                    Optional.empty(),
                    Map.of(TenantRows.ACTIVE.get(0).kind(), rows));
            replace(sql, stored);
            audit.add(sql, operator, deletion.erasedAt(), actor, "tenant.delete", deletion.tenant());
            return Optional.of(stored);
        });
    }

    /** Locks the tenant: of two concurrent deletions, the second waits for the first. */
    private static boolean exists(DSLContext sql, String tenant) {
        return sql.update(Tenants.TABLE)
                        .set(Tenants.NAME, Tenants.NAME)
                        .where(Tenants.ID.eq(tenant))
                        .execute()
                > 0;
    }

    /** Inserts a deletion in place of an earlier one. */
    static void replace(DSLContext sql, Erasure deletion) {
        sql.deleteFrom(TABLE)
                .where(ofTenant(deletion.tenant()), ID.ne(deletion.id()))
                .execute();
        SqlErasures.insert(sql, deletion);
    }

    @Override
    public Map<String, Long> removeData(String tenant) {
        Map<String, Long> removed = new TreeMap<>();
        TenantRows.all().forEach(table -> {
            int rows;
            do {
                rows = database.write("tenants.removeData", sql -> table.delete(sql, tenant, CHUNK));
                if (rows > 0) {
                    removed.merge(table.kind(), (long) rows, Long::sum);
                }
            } while (rows >= CHUNK);
        });
        return removed;
    }

    @Override
    public Optional<Erasure> find(String tenant) {
        return database.read("tenants.deletion", sql -> find(sql, tenant));
    }

    static Optional<Erasure> find(DSLContext sql, String tenant) {
        return sql.select(DSL.asterisk())
                .from(TABLE)
                .where(ofTenant(tenant))
                .orderBy(ERASED_AT.desc())
                .limit(1)
                .fetchOptional(SqlErasures::erasure);
    }

    private static Condition ofTenant(String tenant) {
        return TENANT.eq(tenant).and(USER_HASH.eq(Erasure.ALL_USERS));
    }
}
