package dev.tidings.metadata.sql;

import static dev.tidings.metadata.sql.StorableTexts.KEY_BYTES;
import static dev.tidings.metadata.sql.StorableTexts.REQUEST_BYTES;
import static dev.tidings.metadata.sql.StorableTexts.SHORT_BYTES;
import static org.jooq.impl.DSL.primaryKey;
import static org.jooq.impl.SQLDataType.BIGINT;
import static org.jooq.impl.SQLDataType.INTEGER;

import dev.tidings.metadata.sql.SqlTables.NotificationTemplates;
import org.jooq.DSLContext;

/**
 * Migration that creates the table of templates, with one immutable row for each revision: an accepted notification keeps the templates of
 * its time.
 */
final class AddTemplates implements Migration {
    @Override
    public int number() {
        return 4;
    }

    @Override
    public String description() {
        return "templates of notifications";
    }

    @Override
    public void apply(DSLContext sql, Ddl ddl) {
        sql.createTableIfNotExists(NotificationTemplates.TABLE)
                .column(NotificationTemplates.TENANT, ddl.text(KEY_BYTES).notNull())
                .column(NotificationTemplates.TYPE, ddl.text(KEY_BYTES).notNull())
                .column(NotificationTemplates.CHANNEL, ddl.text(SHORT_BYTES).notNull())
                .column(NotificationTemplates.LOCALE, ddl.text(SHORT_BYTES).notNull())
                .column(NotificationTemplates.REVISION, INTEGER.notNull())
                .column(NotificationTemplates.STATE, ddl.text(SHORT_BYTES).notNull())
                .column(NotificationTemplates.CHANGED_AT, BIGINT.notNull())
                .column(
                        NotificationTemplates.VARIABLES,
                        ddl.longText(REQUEST_BYTES).notNull())
                .column(NotificationTemplates.PARTS, ddl.longText(REQUEST_BYTES).notNull())
                .constraints(primaryKey(
                        NotificationTemplates.TENANT,
                        NotificationTemplates.TYPE,
                        NotificationTemplates.CHANNEL,
                        NotificationTemplates.LOCALE,
                        NotificationTemplates.REVISION))
                .storage(ddl.storage())
                .execute();
    }
}
