package dev.tidings.metadata.sql;

import dev.tidings.metadata.sql.SqlTables.DeletedTypes;
import dev.tidings.metadata.sql.SqlTables.NotificationTypes;
import org.jooq.DSLContext;

/** Migration that adds the names of types for people, also to deleted types, which emails still name. */
final class AddDisplayNames implements Migration {
    @Override
    public int number() {
        return 9;
    }

    @Override
    public String description() {
        return "types have a display name";
    }

    @Override
    public void apply(DSLContext sql, Ddl ddl) {
        Ddl.add(sql, NotificationTypes.TABLE, NotificationTypes.DISPLAY_NAME, ddl.text(StorableTexts.NAME_BYTES));
        Ddl.add(sql, DeletedTypes.TABLE, DeletedTypes.DISPLAY_NAME, ddl.text(StorableTexts.NAME_BYTES));
    }
}
