package dev.tidings.metadata.sql;

import static dev.tidings.metadata.sql.StorableTexts.EMAIL_BYTES;
import static dev.tidings.metadata.sql.StorableTexts.KEY_BYTES;
import static dev.tidings.metadata.sql.StorableTexts.LIST_BYTES;
import static dev.tidings.metadata.sql.StorableTexts.NAME_BYTES;
import static dev.tidings.metadata.sql.StorableTexts.SECRET_BYTES;
import static dev.tidings.metadata.sql.StorableTexts.SHORT_BYTES;
import static org.jooq.impl.DSL.foreignKey;
import static org.jooq.impl.DSL.primaryKey;
import static org.jooq.impl.DSL.unique;
import static org.jooq.impl.SQLDataType.BIGINT;
import static org.jooq.impl.SQLDataType.BOOLEAN;
import static org.jooq.impl.SQLDataType.INTEGER;
import static org.jooq.impl.SQLDataType.VARBINARY;

import dev.tidings.metadata.sql.SqlTables.ApiKeys;
import dev.tidings.metadata.sql.SqlTables.AuditLog;
import dev.tidings.metadata.sql.SqlTables.NotificationPreferences;
import dev.tidings.metadata.sql.SqlTables.NotificationTypes;
import dev.tidings.metadata.sql.SqlTables.TenantCounters;
import dev.tidings.metadata.sql.SqlTables.Tenants;
import dev.tidings.metadata.sql.SqlTables.TokenSecrets;
import dev.tidings.metadata.sql.SqlTables.UserPreferences;
import dev.tidings.metadata.sql.SqlTables.Users;
import org.jooq.DSLContext;

/** The first migration: creates the tables of tenants, API keys, token secrets, users, preferences, types, audit log and counters. */
final class CreateTables implements Migration {
    @Override
    public int number() {
        return 1;
    }

    @Override
    public String description() {
        return "tenants, their keys, users, preferences, types and the audit log";
    }

    @Override
    public void apply(DSLContext sql, Ddl ddl) {
        tenants(sql, ddl);
        apiKeys(sql, ddl);
        tokenSecrets(sql, ddl);
        users(sql, ddl);
        preferences(sql, ddl);
        types(sql, ddl);
        audit(sql, ddl);
    }

    private static void tenants(DSLContext sql, Ddl ddl) {
        sql.createTableIfNotExists(Tenants.TABLE)
                .column(Tenants.ID, ddl.text(KEY_BYTES).notNull())
                .column(Tenants.NAME, ddl.text(NAME_BYTES).notNull())
                .column(Tenants.CREATED_AT, BIGINT.notNull())
                .constraints(primaryKey(Tenants.ID))
                .storage(ddl.storage())
                .execute();
    }

    private static void apiKeys(DSLContext sql, Ddl ddl) {
        sql.createTableIfNotExists(ApiKeys.TABLE)
                .column(ApiKeys.TENANT, ddl.text(KEY_BYTES).notNull())
                .column(ApiKeys.ID, ddl.text(KEY_BYTES).notNull())
                .column(ApiKeys.NAME, ddl.text(NAME_BYTES).notNull())
                .column(ApiKeys.SCOPES, ddl.text(LIST_BYTES).notNull())
                .column(ApiKeys.SECRET_HASH, VARBINARY(SECRET_BYTES).notNull())
                .column(ApiKeys.PREVIOUS_HASH, VARBINARY(SECRET_BYTES))
                .column(ApiKeys.PREVIOUS_UNTIL, BIGINT)
                .column(ApiKeys.CREATED_AT, BIGINT.notNull())
                .column(ApiKeys.REVOKED_AT, BIGINT)
                .constraints(
                        primaryKey(ApiKeys.TENANT, ApiKeys.ID),
                        unique(ApiKeys.ID),
                        foreignKey(ApiKeys.TENANT).references(Tenants.TABLE, Tenants.ID))
                .storage(ddl.storage())
                .execute();
    }

    private static void tokenSecrets(DSLContext sql, Ddl ddl) {
        sql.createTableIfNotExists(TokenSecrets.TABLE)
                .column(TokenSecrets.TENANT, ddl.text(KEY_BYTES).notNull())
                .column(TokenSecrets.KID, ddl.text(KEY_BYTES).notNull())
                .column(TokenSecrets.SECRET, VARBINARY(SECRET_BYTES).notNull())
                .column(TokenSecrets.CREATED_AT, BIGINT.notNull())
                .column(TokenSecrets.REVOKED_AT, BIGINT)
                .constraints(
                        primaryKey(TokenSecrets.TENANT, TokenSecrets.KID),
                        foreignKey(TokenSecrets.TENANT).references(Tenants.TABLE, Tenants.ID))
                .storage(ddl.storage())
                .execute();
    }

    private static void users(DSLContext sql, Ddl ddl) {
        sql.createTableIfNotExists(Users.TABLE)
                .column(Users.TENANT, ddl.text(KEY_BYTES).notNull())
                .column(Users.USER, ddl.text(KEY_BYTES).notNull())
                .column(Users.EMAIL, ddl.text(EMAIL_BYTES))
                .column(Users.PHONE, ddl.text(SHORT_BYTES))
                .column(Users.LOCALE, ddl.text(SHORT_BYTES))
                .column(Users.TIME_ZONE, ddl.text(SHORT_BYTES))
                .column(Users.CREATED_AT, BIGINT.notNull())
                .column(Users.UPDATED_AT, BIGINT.notNull())
                .constraints(primaryKey(Users.TENANT, Users.USER))
                .storage(ddl.storage())
                .execute();
    }

    private static void preferences(DSLContext sql, Ddl ddl) {
        sql.createTableIfNotExists(UserPreferences.TABLE)
                .column(UserPreferences.TENANT, ddl.text(KEY_BYTES).notNull())
                .column(UserPreferences.USER, ddl.text(KEY_BYTES).notNull())
                .column(UserPreferences.VERSION, BIGINT.notNull())
                .column(UserPreferences.CHANNELS, ddl.text(LIST_BYTES).notNull())
                .constraints(primaryKey(UserPreferences.TENANT, UserPreferences.USER))
                .storage(ddl.storage())
                .execute();
        sql.createTableIfNotExists(NotificationPreferences.TABLE)
                .column(NotificationPreferences.TENANT, ddl.text(KEY_BYTES).notNull())
                .column(NotificationPreferences.USER, ddl.text(KEY_BYTES).notNull())
                .column(NotificationPreferences.KIND, ddl.text(SHORT_BYTES).notNull())
                .column(NotificationPreferences.NAME, ddl.text(KEY_BYTES).notNull())
                .column(NotificationPreferences.CHANNEL, ddl.text(SHORT_BYTES).notNull())
                .column(NotificationPreferences.ALLOWED, BOOLEAN.notNull())
                .constraints(
                        primaryKey(
                                NotificationPreferences.TENANT,
                                NotificationPreferences.USER,
                                NotificationPreferences.KIND,
                                NotificationPreferences.NAME,
                                NotificationPreferences.CHANNEL),
                        foreignKey(NotificationPreferences.TENANT, NotificationPreferences.USER)
                                .references(UserPreferences.TABLE, UserPreferences.TENANT, UserPreferences.USER)
                                .onDeleteCascade())
                .storage(ddl.storage())
                .execute();
    }

    private static void types(DSLContext sql, Ddl ddl) {
        sql.createTableIfNotExists(NotificationTypes.TABLE)
                .column(NotificationTypes.TENANT, ddl.text(KEY_BYTES).notNull())
                .column(NotificationTypes.NAME, ddl.text(KEY_BYTES).notNull())
                .column(NotificationTypes.CATEGORY, ddl.text(KEY_BYTES))
                .column(NotificationTypes.CHANNELS, ddl.text(LIST_BYTES).notNull())
                .column(NotificationTypes.MAX_PRIORITY, ddl.text(SHORT_BYTES).notNull())
                .column(NotificationTypes.PER_USER_AND_HOUR, INTEGER)
                .column(NotificationTypes.REQUIRED, BOOLEAN.notNull())
                .constraints(primaryKey(NotificationTypes.TENANT, NotificationTypes.NAME))
                .storage(ddl.storage())
                .execute();
    }

    private static void audit(DSLContext sql, Ddl ddl) {
        sql.createTableIfNotExists(AuditLog.TABLE)
                .column(AuditLog.TENANT, ddl.text(KEY_BYTES).notNull())
                .column(AuditLog.ID, BIGINT.notNull())
                .column(AuditLog.AT, BIGINT.notNull())
                .column(AuditLog.ACTOR, ddl.text(NAME_BYTES).notNull())
                .column(AuditLog.ACTION, ddl.text(SHORT_BYTES).notNull())
                .column(AuditLog.SUBJECT, ddl.text(NAME_BYTES).notNull())
                .constraints(primaryKey(AuditLog.TENANT, AuditLog.ID))
                .storage(ddl.storage())
                .execute();
        sql.createTableIfNotExists(TenantCounters.TABLE)
                .column(TenantCounters.TENANT, ddl.text(KEY_BYTES).notNull())
                .column(TenantCounters.NAME, ddl.text(SHORT_BYTES).notNull())
                .column(TenantCounters.COUNT, BIGINT.notNull())
                .constraints(primaryKey(TenantCounters.TENANT, TenantCounters.NAME))
                .storage(ddl.storage())
                .execute();
    }
}
