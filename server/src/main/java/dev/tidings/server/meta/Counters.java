package dev.tidings.server.meta;

import dev.tidings.server.meta.Tables.TenantCounters;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.impl.DSL;

/** Numbers that a tenant counts up. Whoever touches one in a transaction has it to itself until the end of that. */
enum Counters {
    /** The id of the last entry of the audit log. */
    AUDIT("audit"),
    /**
     * No preferences of a deleted user had a version above this, so those of a user who comes back start there: a cache that
     * still has the old ones must not take them for newer.
     */
    DELETED_PREFERENCES("deleted_preferences"),
    /** The highest revision that a recurring schedule has had. */
    RECURRING("recurring"),
    /** The highest revision that a template has had. */
    TEMPLATES("templates"),
    /** The highest revision that an account with a provider has had. */
    PROVIDERS("providers"),
    /** The highest revision that a webhook endpoint has had. */
    ENDPOINTS("endpoints");

    private final String name;

    Counters(String name) {
        this.name = name;
    }

    long next(DSLContext sql, String tenant) {
        return set(sql, tenant, 1, TenantCounters.COUNT.plus(1));
    }

    /** The present value, which nobody else can change from now on. */
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
