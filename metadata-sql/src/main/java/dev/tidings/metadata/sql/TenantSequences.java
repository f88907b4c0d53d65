package dev.tidings.metadata.sql;

import dev.tidings.metadata.sql.SqlTables.TenantCounters;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.impl.DSL;

/**
 * Sequences of a tenant, one row each in the database, that number revisions and audit entries without reuse. A transaction that reads or
 * increments one holds its row lock until it ends.
 */
enum TenantSequences {
    /** The id of the last entry of the audit log. */
    AUDIT("audit"),
    /**
     * The highest preference version of a deleted user, from which a returning user continues: a cache with the old preferences must not
     * take them for newer.
     */
    DELETED_PREFERENCES("deleted_preferences"),
    /** The highest revision of a recurring schedule. */
    RECURRING("recurring"),
    /** The highest revision of a template. */
    TEMPLATES("templates"),
    /** The highest revision of a provider account. */
    PROVIDERS("providers"),
    /** The highest revision of a webhook endpoint. */
    ENDPOINTS("endpoints");

    private final String name;

    TenantSequences(String name) {
        this.name = name;
    }

    /** Increments it and returns the new value. */
    long next(DSLContext sql, String tenant) {
        return set(sql, tenant, 1, TenantCounters.COUNT.plus(1));
    }

    /** The current value, locked until the end of the transaction. */
    long lock(DSLContext sql, String tenant) {
        return set(sql, tenant, 0, TenantCounters.COUNT);
    }

    void set(DSLContext sql, String tenant, long value) {
        set(sql, tenant, value, DSL.val(value));
    }

    private long set(DSLContext sql, String tenant, long first, Field<Long> then) {
        sql.insertInto(TenantCounters.TABLE)
                .set(TenantCounters.TENANT, tenant)
                .set(TenantCounters.NAME, name)
                .set(TenantCounters.COUNT, first)
                .onConflict(TenantCounters.TENANT, TenantCounters.NAME)
                .doUpdate()
                .set(TenantCounters.COUNT, then)
                .execute();
        return sql.select(TenantCounters.COUNT)
                .from(TenantCounters.TABLE)
                .where(is(tenant))
                .fetchSingle()
                .value1();
    }

    private Condition is(String tenant) {
        return TenantCounters.TENANT.eq(tenant).and(TenantCounters.NAME.eq(name));
    }
}
