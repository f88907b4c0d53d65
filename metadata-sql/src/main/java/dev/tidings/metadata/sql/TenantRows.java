package dev.tidings.metadata.sql;

import dev.tidings.core.metadata.Erasure;
import dev.tidings.metadata.sql.SqlTables.ApiKeys;
import dev.tidings.metadata.sql.SqlTables.AuditLog;
import dev.tidings.metadata.sql.SqlTables.DeletedTypes;
import dev.tidings.metadata.sql.SqlTables.DeviceTokens;
import dev.tidings.metadata.sql.SqlTables.Erasures;
import dev.tidings.metadata.sql.SqlTables.NotificationPreferences;
import dev.tidings.metadata.sql.SqlTables.NotificationTemplates;
import dev.tidings.metadata.sql.SqlTables.NotificationTypes;
import dev.tidings.metadata.sql.SqlTables.Providers;
import dev.tidings.metadata.sql.SqlTables.RecurringSchedules;
import dev.tidings.metadata.sql.SqlTables.TenantCounters;
import dev.tidings.metadata.sql.SqlTables.Tenants;
import dev.tidings.metadata.sql.SqlTables.TokenSecrets;
import dev.tidings.metadata.sql.SqlTables.UserPreferences;
import dev.tidings.metadata.sql.SqlTables.Users;
import dev.tidings.metadata.sql.SqlTables.WebhookEndpoints;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.DSL;

/**
 * Deletes the rows of a tenant, in all tables that have a column {@code tenant}. The deletion of the tenant itself, a row of the erasures,
 * is kept.
 */
final class TenantRows {
    private static final String SETTINGS = "settings";
    private static final String USERS = "users";

    /** What lets the tenant act, now or later: few rows. Keys and secrets refer to the tenant, so they go before it. */
    static final List<TenantTable<?>> ACTIVE = List.of(
            new TenantTable<>(SETTINGS, ApiKeys.TABLE, ApiKeys.TENANT, ApiKeys.ID),
            new TenantTable<>(SETTINGS, TokenSecrets.TABLE, TokenSecrets.TENANT, TokenSecrets.KID),
            new TenantTable<>(SETTINGS, RecurringSchedules.TABLE, RecurringSchedules.TENANT, RecurringSchedules.NAME),
            new TenantTable<>(SETTINGS, Providers.TABLE, Providers.TENANT, Providers.NAME),
            new TenantTable<>(SETTINGS, WebhookEndpoints.TABLE, WebhookEndpoints.TENANT, WebhookEndpoints.ID),
            new TenantTable<>(SETTINGS, Tenants.TABLE, Tenants.ID, Tenants.ID));

    /** Everything else: may be millions of rows. */
    static final List<TenantTable<?>> OTHERS = List.of(
            new TenantTable<>(USERS, Users.TABLE, Users.TENANT, Users.USER),
            new TenantTable<>(USERS, DeviceTokens.TABLE, DeviceTokens.TENANT, DeviceTokens.USER),
            new TenantTable<>(
                    USERS, NotificationPreferences.TABLE, NotificationPreferences.TENANT, NotificationPreferences.USER),
            new TenantTable<>(USERS, UserPreferences.TABLE, UserPreferences.TENANT, UserPreferences.USER),
            new TenantTable<>(SETTINGS, NotificationTypes.TABLE, NotificationTypes.TENANT, NotificationTypes.NAME),
            new TenantTable<>(SETTINGS, DeletedTypes.TABLE, DeletedTypes.TENANT, DeletedTypes.NAME),
            new TenantTable<>(
                    SETTINGS, NotificationTemplates.TABLE, NotificationTemplates.TENANT, NotificationTemplates.TYPE),
            new TenantTable<>("audit", AuditLog.TABLE, AuditLog.TENANT, AuditLog.ID),
            new TenantTable<>(SETTINGS, Erasures.TABLE, Erasures.TENANT, Erasures.ID),
            new TenantTable<>(SETTINGS, TenantCounters.TABLE, TenantCounters.TENANT, TenantCounters.NAME));

    private TenantRows() {}

    /**
     * A table with rows of tenants.
     *
     * @param kind the name under which its rows are counted
     * @param tenant the first column of its key
     * @param key the second column of its key, if it has one
     */
    record TenantTable<K>(String kind, Table<Record> table, Field<String> tenant, Field<K> key) {
        /** Deletes all rows of a tenant. */
        int delete(DSLContext sql, String of) {
            return sql.deleteFrom(table).where(rows(sql, of)).execute();
        }

        /** Deletes about so many rows of a tenant, at least one if there is any. */
        int delete(DSLContext sql, String of, int some) {
            Condition rows = rows(sql, of);
            Optional<K> last = sql.select(key)
                    .from(table)
                    .where(rows)
                    .orderBy(key)
                    .limit(1)
                    .offset(some - 1)
                    .fetchOptional(key);
            return sql.deleteFrom(table)
                    .where(rows, last.map(key::le).orElseGet(DSL::noCondition))
                    .execute();
        }

        private Condition rows(DSLContext sql, String of) {
            Condition ofTenant = tenant.eq(of);
            return table.equals(Erasures.TABLE) ? ofTenant.and(isEarlierErasure(sql, of)) : ofTenant;
        }

        /** Later erasures are of users of a new tenant with the same id; a restored backup may need them. */
        private static Condition isEarlierErasure(DSLContext sql, String of) {
            Condition ofUser = Erasures.USER_HASH.ne(Erasure.ALL_USERS);
            return SqlTenantDeletions.find(sql, of)
                    .map(deletion ->
                            ofUser.and(Erasures.ERASED_AT.lt(deletion.erasedAt().toEpochMilli())))
                    .orElse(ofUser);
        }
    }

    static Stream<TenantTable<?>> all() {
        return Stream.concat(ACTIVE.stream(), OTHERS.stream());
    }
}
