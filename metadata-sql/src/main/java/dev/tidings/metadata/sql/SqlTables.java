package dev.tidings.metadata.sql;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;
import static org.jooq.impl.SQLDataType.BIGINT;
import static org.jooq.impl.SQLDataType.BOOLEAN;
import static org.jooq.impl.SQLDataType.INTEGER;
import static org.jooq.impl.SQLDataType.VARBINARY;
import static org.jooq.impl.SQLDataType.VARCHAR;

import org.jooq.DataType;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;

/**
 * The names of all tables and their columns as jOOQ constants, for the repositories and migrations. Lengths and keys are in the migrations.
 */
final class SqlTables {
    private SqlTables() {}

    static final class Tenants {
        static final Table<Record> TABLE = table(name("tenants"));
        static final Field<String> ID = of(TABLE, "id", VARCHAR);
        static final Field<String> NAME = of(TABLE, "name", VARCHAR);
        static final Field<Long> CREATED_AT = of(TABLE, "created_at", BIGINT);
        static final Field<String> DEFAULT_LOCALE = of(TABLE, "default_locale", VARCHAR);
    }

    static final class ApiKeys {
        static final Table<Record> TABLE = table(name("api_keys"));
        static final Field<String> TENANT = of(TABLE, "tenant", VARCHAR);
        static final Field<String> ID = of(TABLE, "id", VARCHAR);
        static final Field<String> NAME = of(TABLE, "name", VARCHAR);
        static final Field<String> SCOPES = of(TABLE, "scopes", VARCHAR);
        static final Field<byte[]> SECRET_HASH = of(TABLE, "secret_hash", VARBINARY);
        static final Field<byte[]> PREVIOUS_HASH = of(TABLE, "previous_hash", VARBINARY);
        static final Field<Long> PREVIOUS_UNTIL = of(TABLE, "previous_until", BIGINT);
        static final Field<Long> CREATED_AT = of(TABLE, "created_at", BIGINT);
        static final Field<Long> REVOKED_AT = of(TABLE, "revoked_at", BIGINT);
    }

    static final class TokenSecrets {
        static final Table<Record> TABLE = table(name("token_secrets"));
        static final Field<String> TENANT = of(TABLE, "tenant", VARCHAR);
        static final Field<String> KID = of(TABLE, "kid", VARCHAR);
        static final Field<byte[]> SECRET = of(TABLE, "secret", VARBINARY);
        static final Field<Long> CREATED_AT = of(TABLE, "created_at", BIGINT);
        static final Field<Long> REVOKED_AT = of(TABLE, "revoked_at", BIGINT);
        /** 1 if encrypted; null in rows of earlier versions. */
        static final Field<Long> SEALED = of(TABLE, "sealed", BIGINT);
    }

    static final class Users {
        static final Table<Record> TABLE = table(name("users"));
        static final Field<String> TENANT = of(TABLE, "tenant", VARCHAR);
        static final Field<String> USER = of(TABLE, "user_id", VARCHAR);
        static final Field<String> EMAIL = of(TABLE, "email", VARCHAR);
        static final Field<String> PHONE = of(TABLE, "phone", VARCHAR);
        static final Field<String> LOCALE = of(TABLE, "locale", VARCHAR);
        static final Field<String> TIME_ZONE = of(TABLE, "time_zone", VARCHAR);
        static final Field<String> WEBHOOK = of(TABLE, "webhook", VARCHAR);
        static final Field<Long> EMAIL_UNREACHABLE_AT = of(TABLE, "email_unreachable_at", BIGINT);
        static final Field<Long> PHONE_UNREACHABLE_AT = of(TABLE, "phone_unreachable_at", BIGINT);
        static final Field<Long> CREATED_AT = of(TABLE, "created_at", BIGINT);
        static final Field<Long> UPDATED_AT = of(TABLE, "updated_at", BIGINT);
    }

    static final class DeviceTokens {
        static final Table<Record> TABLE = table(name("device_tokens"));
        static final Field<String> TENANT = of(TABLE, "tenant", VARCHAR);
        static final Field<String> USER = of(TABLE, "user_id", VARCHAR);
        static final Field<String> ID = of(TABLE, "id", VARCHAR);
        static final Field<String> KIND = of(TABLE, "kind", VARCHAR);
        static final Field<byte[]> HASH = of(TABLE, "token_hash", VARBINARY);
        static final Field<String> PLATFORM = of(TABLE, "platform", VARCHAR);
        static final Field<String> APP_VERSION = of(TABLE, "app_version", VARCHAR);
        static final Field<Boolean> ACTIVE = of(TABLE, "active", BOOLEAN);
        static final Field<Long> LAST_USED_AT = of(TABLE, "last_used_at", BIGINT);
        static final Field<Long> CREATED_AT = of(TABLE, "created_at", BIGINT);
        static final Field<String> TOKEN = of(TABLE, "token", VARCHAR);
    }

    static final class UserPreferences {
        static final Table<Record> TABLE = table(name("user_preferences"));
        static final Field<String> TENANT = of(TABLE, "tenant", VARCHAR);
        static final Field<String> USER = of(TABLE, "user_id", VARCHAR);
        static final Field<Long> VERSION = of(TABLE, "version", BIGINT);
        static final Field<String> CHANNELS = of(TABLE, "channels", VARCHAR);
        static final Field<String> QUIET_FROM = of(TABLE, "quiet_from", VARCHAR);
        static final Field<String> QUIET_TO = of(TABLE, "quiet_to", VARCHAR);
        static final Field<String> QUIET_ZONE = of(TABLE, "quiet_zone", VARCHAR);
    }

    static final class NotificationPreferences {
        static final Table<Record> TABLE = table(name("notification_preferences"));
        static final Field<String> TENANT = of(TABLE, "tenant", VARCHAR);
        static final Field<String> USER = of(TABLE, "user_id", VARCHAR);
        static final Field<String> KIND = of(TABLE, "kind", VARCHAR);
        static final Field<String> NAME = of(TABLE, "name", VARCHAR);
        static final Field<String> CHANNEL = of(TABLE, "channel", VARCHAR);
        static final Field<Boolean> ALLOWED = of(TABLE, "allowed", BOOLEAN);
    }

    static final class NotificationTypes {
        static final Table<Record> TABLE = table(name("notification_types"));
        static final Field<String> TENANT = of(TABLE, "tenant", VARCHAR);
        static final Field<String> NAME = of(TABLE, "name", VARCHAR);
        static final Field<String> CATEGORY = of(TABLE, "category", VARCHAR);
        static final Field<String> CHANNELS = of(TABLE, "channels", VARCHAR);
        static final Field<String> MAX_PRIORITY = of(TABLE, "max_priority", VARCHAR);
        static final Field<Integer> PER_USER_AND_HOUR = of(TABLE, "per_user_and_hour", INTEGER);
        static final Field<Boolean> REQUIRED = of(TABLE, "required", BOOLEAN);
        static final Field<Long> EXPIRES_AFTER = of(TABLE, "expires_after_millis", BIGINT);
        static final Field<Boolean> REPEATABLE = of(TABLE, "repeatable", BOOLEAN);
        static final Field<String> DISPLAY_NAME = of(TABLE, "display_name", VARCHAR);
        static final Field<String> DESCRIPTION = of(TABLE, "description", VARCHAR);
        /** Null in rows of earlier versions, which are active. */
        static final Field<Boolean> ACTIVE = of(TABLE, "active", BOOLEAN);
    }

    /** Deleted types in their last state. */
    static final class DeletedTypes {
        static final Table<Record> TABLE = table(name("deleted_types"));
        static final Field<Long> DELETED_AT = of(TABLE, "deleted_at", BIGINT);
        static final Field<String> TENANT = of(TABLE, "tenant", VARCHAR);
        static final Field<String> NAME = of(TABLE, "name", VARCHAR);
        static final Field<String> CATEGORY = of(TABLE, "category", VARCHAR);
        static final Field<String> CHANNELS = of(TABLE, "channels", VARCHAR);
        static final Field<String> MAX_PRIORITY = of(TABLE, "max_priority", VARCHAR);
        static final Field<Integer> PER_USER_AND_HOUR = of(TABLE, "per_user_and_hour", INTEGER);
        static final Field<Boolean> REQUIRED = of(TABLE, "required", BOOLEAN);
        static final Field<Long> EXPIRES_AFTER = of(TABLE, "expires_after_millis", BIGINT);
        static final Field<Boolean> REPEATABLE = of(TABLE, "repeatable", BOOLEAN);
        static final Field<String> DISPLAY_NAME = of(TABLE, "display_name", VARCHAR);
        static final Field<String> DESCRIPTION = of(TABLE, "description", VARCHAR);
        /** Null in rows of earlier versions, which are active. */
        static final Field<Boolean> ACTIVE = of(TABLE, "active", BOOLEAN);
    }

    static final class NotificationTemplates {
        static final Table<Record> TABLE = table(name("notification_templates"));
        static final Field<String> TENANT = of(TABLE, "tenant", VARCHAR);
        static final Field<String> TYPE = of(TABLE, "type", VARCHAR);
        static final Field<String> CHANNEL = of(TABLE, "channel", VARCHAR);
        static final Field<String> LOCALE = of(TABLE, "locale", VARCHAR);
        static final Field<Integer> REVISION = of(TABLE, "revision", INTEGER);
        static final Field<String> STATE = of(TABLE, "state", VARCHAR);
        static final Field<Long> CHANGED_AT = of(TABLE, "changed_at", BIGINT);
        static final Field<String> VARIABLES = of(TABLE, "variables", VARCHAR);
        static final Field<String> PARTS = of(TABLE, "parts", VARCHAR);
    }

    static final class RecurringSchedules {
        static final Table<Record> TABLE = table(name("recurring_schedules"));
        static final Field<String> TENANT = of(TABLE, "tenant", VARCHAR);
        static final Field<String> NAME = of(TABLE, "name", VARCHAR);
        static final Field<Long> REVISION = of(TABLE, "revision", BIGINT);
        static final Field<Long> SERIES = of(TABLE, "series", BIGINT);
        static final Field<Long> SERIES_FROM = of(TABLE, "series_from", BIGINT);
        static final Field<Long> PLANNED_TO = of(TABLE, "planned_to", BIGINT);
        static final Field<Long> NEXT_AT = of(TABLE, "next_at", BIGINT);
        static final Field<Long> HELD_UNTIL = of(TABLE, "held_until", BIGINT);
        static final Field<String> CRON = of(TABLE, "cron", VARCHAR);
        static final Field<Long> EVERY_MILLIS = of(TABLE, "every_millis", BIGINT);
        static final Field<String> ZONE = of(TABLE, "zone", VARCHAR);
        static final Field<Long> START_AT = of(TABLE, "start_at", BIGINT);
        static final Field<Long> END_AT = of(TABLE, "end_at", BIGINT);
        static final Field<Boolean> PAUSED = of(TABLE, "paused", BOOLEAN);
        static final Field<String> MISSED = of(TABLE, "missed", VARCHAR);
        static final Field<Long> CREATED_AT = of(TABLE, "created_at", BIGINT);
        static final Field<String> REQUEST = of(TABLE, "request", VARCHAR);
    }

    static final class Providers {
        static final Table<Record> TABLE = table(name("providers"));
        static final Field<String> TENANT = of(TABLE, "tenant", VARCHAR);
        static final Field<String> NAME = of(TABLE, "name", VARCHAR);
        static final Field<Long> REVISION = of(TABLE, "revision", BIGINT);
        static final Field<String> KIND = of(TABLE, "kind", VARCHAR);
        static final Field<Integer> RANK = of(TABLE, "rank_number", INTEGER);
        static final Field<Boolean> ENABLED = of(TABLE, "enabled", BOOLEAN);
        static final Field<Integer> MAX_CONCURRENT = of(TABLE, "max_concurrent", INTEGER);
        static final Field<Integer> PER_SECOND = of(TABLE, "per_second", INTEGER);
        static final Field<Long> TIMEOUT_MILLIS = of(TABLE, "timeout_millis", BIGINT);
        static final Field<byte[]> CREDENTIALS = of(TABLE, "credentials", VARBINARY);
        static final Field<String> SETTINGS = of(TABLE, "settings", VARCHAR);
    }

    static final class WebhookEndpoints {
        static final Table<Record> TABLE = table(name("webhook_endpoints"));
        static final Field<String> TENANT = of(TABLE, "tenant", VARCHAR);
        static final Field<String> ID = of(TABLE, "id", VARCHAR);
        static final Field<Long> REVISION = of(TABLE, "revision", BIGINT);
        static final Field<String> EVENTS = of(TABLE, "events", VARCHAR);
        static final Field<byte[]> SECRETS = of(TABLE, "secrets", VARBINARY);
        static final Field<String> PAUSE_REASON = of(TABLE, "pause_reason", VARCHAR);
        static final Field<Long> PAUSED_AT = of(TABLE, "paused_at", BIGINT);
        static final Field<Long> CREATED_AT = of(TABLE, "created_at", BIGINT);
        static final Field<String> URL = of(TABLE, "url", VARCHAR);
    }

    static final class AuditLog {
        static final Table<Record> TABLE = table(name("audit_log"));
        static final Field<String> TENANT = of(TABLE, "tenant", VARCHAR);
        static final Field<Long> ID = of(TABLE, "id", BIGINT);
        static final Field<Long> AT = of(TABLE, "at", BIGINT);
        static final Field<String> ACTOR = of(TABLE, "actor", VARCHAR);
        static final Field<String> ACTION = of(TABLE, "action", VARCHAR);
        static final Field<String> SUBJECT = of(TABLE, "subject", VARCHAR);
    }

    static final class Erasures {
        static final Table<Record> TABLE = table(name("erasures"));
        static final Field<String> TENANT = of(TABLE, "tenant", VARCHAR);
        static final Field<String> ID = of(TABLE, "id", VARCHAR);
        static final Field<String> USER_HASH = of(TABLE, "user_hash", VARCHAR);
        static final Field<Long> ERASED_AT = of(TABLE, "erased_at", BIGINT);
        static final Field<Long> COMPLETED_AT = of(TABLE, "completed_at", BIGINT);
        static final Field<String> REMOVED = of(TABLE, "removed", VARCHAR);
    }

    static final class TenantCounters {
        static final Table<Record> TABLE = table(name("tenant_counters"));
        static final Field<String> TENANT = of(TABLE, "tenant", VARCHAR);
        static final Field<String> NAME = of(TABLE, "name", VARCHAR);
        static final Field<Long> COUNT = of(TABLE, "last_value", BIGINT);
    }

    static final class SchemaVersions {
        static final Table<Record> TABLE = table(name("schema_versions"));
        static final Field<Integer> VERSION = of(TABLE, "version", INTEGER);
        static final Field<String> SENTENCE = of(TABLE, "sentence", VARCHAR);
        static final Field<Long> APPLIED_AT = of(TABLE, "applied_at", BIGINT);
    }

    private static <T> Field<T> of(Table<Record> table, String column, DataType<T> type) {
        return field(name(table.getName(), column), type);
    }
}
