package dev.tidings.metadata.sql;

import static dev.tidings.metadata.sql.StorableTexts.DEVICE_BYTES;
import static dev.tidings.metadata.sql.StorableTexts.KEY_BYTES;
import static dev.tidings.metadata.sql.StorableTexts.SHORT_BYTES;
import static dev.tidings.metadata.sql.StorableTexts.TOKEN_BYTES;
import static dev.tidings.metadata.sql.StorableTexts.URL_BYTES;
import static org.jooq.impl.DSL.primaryKey;
import static org.jooq.impl.DSL.unique;
import static org.jooq.impl.SQLDataType.BIGINT;
import static org.jooq.impl.SQLDataType.BOOLEAN;
import static org.jooq.impl.SQLDataType.VARBINARY;

import dev.tidings.metadata.sql.SqlTables.DeletedTypes;
import dev.tidings.metadata.sql.SqlTables.DeviceTokens;
import dev.tidings.metadata.sql.SqlTables.NotificationTypes;
import dev.tidings.metadata.sql.SqlTables.UserPreferences;
import dev.tidings.metadata.sql.SqlTables.Users;
import org.jooq.DSLContext;

/**
 * Migration that creates the table of devices, and adds columns for webhooks of users, quiet hours, and expiry and repeatability of types.
 * A token is too long for an index, so its hash is indexed. The second unique key exists for its order alone: it finds the least recently
 * used devices first, and creating a key within the table can be repeated on every database, which creating an index can't.
 */
final class AddDevices implements Migration {
    @Override
    public int number() {
        return 5;
    }

    @Override
    public String description() {
        return "devices and webhooks of users, quiet hours, and types that expire or must not be retried";
    }

    @Override
    public void apply(DSLContext sql, Ddl ddl) {
        sql.createTableIfNotExists(DeviceTokens.TABLE)
                .column(DeviceTokens.TENANT, ddl.text(KEY_BYTES).notNull())
                .column(DeviceTokens.USER, ddl.text(KEY_BYTES).notNull())
                .column(DeviceTokens.ID, ddl.text(DEVICE_BYTES).notNull())
                .column(DeviceTokens.KIND, ddl.text(SHORT_BYTES).notNull())
                .column(DeviceTokens.HASH, VARBINARY(DeviceTokenHash.BYTES).notNull())
                .column(DeviceTokens.PLATFORM, ddl.text(SHORT_BYTES))
                .column(DeviceTokens.APP_VERSION, ddl.text(SHORT_BYTES))
                .column(DeviceTokens.ACTIVE, BOOLEAN.notNull())
                .column(DeviceTokens.LAST_USED_AT, BIGINT.notNull())
                .column(DeviceTokens.CREATED_AT, BIGINT.notNull())
                .column(DeviceTokens.TOKEN, ddl.longText(TOKEN_BYTES).notNull())
                .constraints(
                        primaryKey(DeviceTokens.TENANT, DeviceTokens.USER, DeviceTokens.ID),
                        unique(DeviceTokens.TENANT, DeviceTokens.HASH),
                        unique(DeviceTokens.LAST_USED_AT, DeviceTokens.TENANT, DeviceTokens.HASH))
                .storage(ddl.storage())
                .execute();
        Ddl.add(sql, Users.TABLE, Users.WEBHOOK, ddl.text(URL_BYTES));
        Ddl.add(sql, UserPreferences.TABLE, UserPreferences.QUIET_FROM, ddl.text(SHORT_BYTES));
        Ddl.add(sql, UserPreferences.TABLE, UserPreferences.QUIET_TO, ddl.text(SHORT_BYTES));
        Ddl.add(sql, UserPreferences.TABLE, UserPreferences.QUIET_ZONE, ddl.text(SHORT_BYTES));
        Ddl.add(sql, NotificationTypes.TABLE, NotificationTypes.EXPIRES_AFTER, BIGINT);
        Ddl.add(
                sql,
                NotificationTypes.TABLE,
                NotificationTypes.REPEATABLE,
                BOOLEAN.notNull().defaultValue(true));
        Ddl.add(sql, DeletedTypes.TABLE, DeletedTypes.EXPIRES_AFTER, BIGINT);
        Ddl.add(
                sql,
                DeletedTypes.TABLE,
                DeletedTypes.REPEATABLE,
                BOOLEAN.notNull().defaultValue(true));
    }
}
