package dev.tidings.metadata.sql;

import static dev.tidings.metadata.sql.StorableTexts.CREDENTIAL_BYTES;
import static dev.tidings.metadata.sql.StorableTexts.KEY_BYTES;
import static dev.tidings.metadata.sql.StorableTexts.LIST_BYTES;
import static dev.tidings.metadata.sql.StorableTexts.NAME_BYTES;
import static dev.tidings.metadata.sql.StorableTexts.SETTINGS_BYTES;
import static dev.tidings.metadata.sql.StorableTexts.URL_BYTES;
import static org.jooq.impl.DSL.primaryKey;
import static org.jooq.impl.SQLDataType.BIGINT;
import static org.jooq.impl.SQLDataType.BOOLEAN;
import static org.jooq.impl.SQLDataType.INTEGER;
import static org.jooq.impl.SQLDataType.VARBINARY;

import dev.tidings.metadata.sql.SqlTables.Providers;
import dev.tidings.metadata.sql.SqlTables.WebhookEndpoints;
import org.jooq.DSLContext;

/** Migration that creates the tables of provider accounts and webhook endpoints. */
final class AddProvidersAndEndpoints implements Migration {
    @Override
    public int number() {
        return 6;
    }

    @Override
    public String description() {
        return "provider accounts and webhook endpoints of tenants";
    }

    @Override
    public void apply(DSLContext sql, Ddl ddl) {
        sql.createTableIfNotExists(Providers.TABLE)
                .column(Providers.TENANT, ddl.text(KEY_BYTES).notNull())
                .column(Providers.NAME, ddl.text(KEY_BYTES).notNull())
                .column(Providers.REVISION, BIGINT.notNull())
                .column(Providers.KIND, ddl.text(KEY_BYTES).notNull())
                .column(Providers.RANK, INTEGER.notNull())
                .column(Providers.ENABLED, BOOLEAN.notNull())
                .column(Providers.MAX_CONCURRENT, INTEGER.notNull())
                .column(Providers.PER_SECOND, INTEGER.notNull())
                .column(Providers.TIMEOUT_MILLIS, BIGINT.notNull())
                .column(Providers.CREDENTIALS, VARBINARY(CREDENTIAL_BYTES).notNull())
                .column(Providers.SETTINGS, ddl.longText(SETTINGS_BYTES).notNull())
                .constraints(primaryKey(Providers.TENANT, Providers.NAME))
                .storage(ddl.storage())
                .execute();
        sql.createTableIfNotExists(WebhookEndpoints.TABLE)
                .column(WebhookEndpoints.TENANT, ddl.text(KEY_BYTES).notNull())
                .column(WebhookEndpoints.ID, ddl.text(KEY_BYTES).notNull())
                .column(WebhookEndpoints.REVISION, BIGINT.notNull())
                .column(WebhookEndpoints.EVENTS, ddl.text(LIST_BYTES).notNull())
                .column(WebhookEndpoints.SECRETS, VARBINARY(CREDENTIAL_BYTES).notNull())
                .column(WebhookEndpoints.PAUSE_REASON, ddl.text(NAME_BYTES))
                .column(WebhookEndpoints.PAUSED_AT, BIGINT)
                .column(WebhookEndpoints.CREATED_AT, BIGINT.notNull())
                .column(WebhookEndpoints.URL, ddl.longText(URL_BYTES).notNull())
                .constraints(primaryKey(WebhookEndpoints.TENANT, WebhookEndpoints.ID))
                .storage(ddl.storage())
                .execute();
    }
}
