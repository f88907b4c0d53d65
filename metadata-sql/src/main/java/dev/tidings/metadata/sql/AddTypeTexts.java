package dev.tidings.metadata.sql;

import static org.jooq.impl.SQLDataType.BOOLEAN;

import dev.tidings.metadata.sql.SqlTables.DeletedTypes;
import dev.tidings.metadata.sql.SqlTables.NotificationTypes;
import org.jooq.DSLContext;

/** Migration that adds to types their name and description for people, and whether they are active. */
final class AddTypeTexts implements Migration {
    @Override
    public int number() {
        return 8;
    }

    @Override
    public String description() {
        return "types have a display name and a description, and can be inactive";
    }

    @Override
    public void apply(DSLContext sql, Ddl ddl) {
        Ddl.add(sql, NotificationTypes.TABLE, NotificationTypes.DISPLAY_NAME, ddl.text(StorableTexts.NAME_BYTES));
        Ddl.add(sql, NotificationTypes.TABLE, NotificationTypes.DESCRIPTION, ddl.text(StorableTexts.TEXT_BYTES));
        Ddl.add(sql, NotificationTypes.TABLE, NotificationTypes.ACTIVE, BOOLEAN);
        Ddl.add(sql, DeletedTypes.TABLE, DeletedTypes.DISPLAY_NAME, ddl.text(StorableTexts.NAME_BYTES));
        Ddl.add(sql, DeletedTypes.TABLE, DeletedTypes.DESCRIPTION, ddl.text(StorableTexts.TEXT_BYTES));
        Ddl.add(sql, DeletedTypes.TABLE, DeletedTypes.ACTIVE, BOOLEAN);
    }
}
