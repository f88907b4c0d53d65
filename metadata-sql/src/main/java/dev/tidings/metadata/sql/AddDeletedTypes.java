package dev.tidings.metadata.sql;

import static dev.tidings.metadata.sql.StorableTexts.KEY_BYTES;
import static dev.tidings.metadata.sql.StorableTexts.LIST_BYTES;
import static dev.tidings.metadata.sql.StorableTexts.SHORT_BYTES;
import static org.jooq.impl.DSL.primaryKey;
import static org.jooq.impl.SQLDataType.BIGINT;
import static org.jooq.impl.SQLDataType.BOOLEAN;
import static org.jooq.impl.SQLDataType.INTEGER;

import dev.tidings.metadata.sql.SqlTables.DeletedTypes;
import org.jooq.DSLContext;

/**
 * Migration that creates the table of deleted types. Not a flag on the types: creating a table can be repeated on every database, adding a
 * column can't, and no query for types can forget to exclude the deleted ones.
 */
final class AddDeletedTypes implements Migration {
    @Override
    public int number() {
        return 2;
    }

    @Override
    public String description() {
        return "deleted types are kept for notifications in flight";
    }

    @Override
    public void apply(DSLContext sql, Ddl ddl) {
        sql.createTableIfNotExists(DeletedTypes.TABLE)
                .column(DeletedTypes.TENANT, ddl.text(KEY_BYTES).notNull())
                .column(DeletedTypes.NAME, ddl.text(KEY_BYTES).notNull())
                .column(DeletedTypes.CATEGORY, ddl.text(KEY_BYTES))
                .column(DeletedTypes.CHANNELS, ddl.text(LIST_BYTES).notNull())
                .column(DeletedTypes.MAX_PRIORITY, ddl.text(SHORT_BYTES).notNull())
                .column(DeletedTypes.PER_USER_AND_HOUR, INTEGER)
                .column(DeletedTypes.REQUIRED, BOOLEAN.notNull())
                .column(DeletedTypes.DELETED_AT, BIGINT.notNull())
                .constraints(primaryKey(DeletedTypes.TENANT, DeletedTypes.NAME))
                .storage(ddl.storage())
                .execute();
    }
}
