package dev.tidings.metadata.sql;

import static dev.tidings.metadata.sql.SqlTables.AuditLog.ACTION;
import static dev.tidings.metadata.sql.SqlTables.AuditLog.ACTOR;
import static dev.tidings.metadata.sql.SqlTables.AuditLog.AT;
import static dev.tidings.metadata.sql.SqlTables.AuditLog.ID;
import static dev.tidings.metadata.sql.SqlTables.AuditLog.SUBJECT;
import static dev.tidings.metadata.sql.SqlTables.AuditLog.TABLE;
import static dev.tidings.metadata.sql.SqlTables.AuditLog.TENANT;

import dev.tidings.core.metadata.AuditEntry;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.model.ResultPage;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.impl.DSL;

/**
 * The audit log in SQL. The other repositories add an entry as the last statement of each change; ids have no gaps, so that a removed entry
 * is noticed.
 */
final class SqlAudit implements MetadataStore.Audit {
    private final Database database;
    private final InstantSource clock;

    SqlAudit(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    @Override
    public ResultPage<AuditEntry> list(String tenant, Optional<String> before, int limit) {
        return database.read("audit.list", sql -> {
            var rows = sql.select(DSL.asterisk())
                    .from(TABLE)
                    .where(TENANT.eq(tenant), before.map(SqlAudit::before).orElseGet(DSL::noCondition))
                    .orderBy(ID.desc())
                    .limit(KeysetPages.rows(limit))
                    .fetch();
            return KeysetPages.of(rows, limit, SqlAudit::entry, entry -> Long.toString(entry.id()));
        });
    }

    /** For a change without a time of its own. */
    void add(DSLContext sql, String tenant, String actor, String action, String subject) {
        add(sql, tenant, clock.instant(), actor, action, subject);
    }

    /** Part of the change's own transaction, and the last statement of it: from here to the commit, the tenant's other changes wait. */
    void add(DSLContext sql, String tenant, Instant at, String actor, String action, String subject) {
        sql.insertInto(TABLE)
                .set(TENANT, StorableTexts.key("tenant", tenant))
                .set(ID, TenantSequences.AUDIT.next(sql, tenant))
                .set(AT, at.toEpochMilli())
                .set(ACTOR, StorableTexts.text("actor", actor, StorableTexts.NAME_BYTES))
                .set(ACTION, action)
                .set(SUBJECT, subject)
                .execute();
    }

    private static Condition before(String id) {
        try {
            return ID.lt(Long.parseLong(id));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("before is '" + id + "'; expected the id of an entry", e);
        }
    }

    private static AuditEntry entry(Record row) {
        return new AuditEntry(
                row.get(ID),
                row.get(TENANT),
                ColumnValues.time(row.get(AT)),
                row.get(ACTOR),
                row.get(ACTION),
                row.get(SUBJECT));
    }
}
