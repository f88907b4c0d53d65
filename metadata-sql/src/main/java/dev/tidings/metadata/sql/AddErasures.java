package dev.tidings.metadata.sql;

import static dev.tidings.metadata.sql.StorableTexts.KEY_BYTES;
import static dev.tidings.metadata.sql.StorableTexts.NAME_BYTES;
import static dev.tidings.metadata.sql.StorableTexts.SHORT_BYTES;
import static org.jooq.impl.DSL.primaryKey;
import static org.jooq.impl.SQLDataType.BIGINT;

import dev.tidings.metadata.sql.SqlTables.Erasures;
import org.jooq.DSLContext;

/** Migration that creates the table of erasures, which outlives the users in it. */
final class AddErasures implements Migration {
    @Override
    public int number() {
        return 10;
    }

    @Override
    public String description() {
        return "users can be erased";
    }

    @Override
    public void apply(DSLContext sql, Ddl ddl) {
        sql.createTableIfNotExists(Erasures.TABLE)
                .column(Erasures.TENANT, ddl.text(KEY_BYTES).notNull())
                .column(Erasures.ID, ddl.text(SHORT_BYTES).notNull())
                .column(Erasures.USER_HASH, ddl.text(SHORT_BYTES).notNull())
                .column(Erasures.ERASED_AT, BIGINT.notNull())
                .column(Erasures.COMPLETED_AT, BIGINT)
                .column(Erasures.REMOVED, ddl.text(NAME_BYTES).notNull())
                .constraints(primaryKey(Erasures.TENANT, Erasures.ID))
                .storage(ddl.storage())
                .execute();
    }
}
