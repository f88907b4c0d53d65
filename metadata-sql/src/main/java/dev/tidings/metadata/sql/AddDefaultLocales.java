package dev.tidings.metadata.sql;

import dev.tidings.metadata.sql.SqlTables.Tenants;
import org.jooq.DSLContext;

/** Migration that adds the default locale of tenants. Null stands for the default of the product. */
final class AddDefaultLocales implements Migration {
    @Override
    public int number() {
        return 9;
    }

    @Override
    public String description() {
        return "tenants have a default locale";
    }

    @Override
    public void apply(DSLContext sql, Ddl ddl) {
        Ddl.add(sql, Tenants.TABLE, Tenants.DEFAULT_LOCALE, ddl.text(StorableTexts.SHORT_BYTES));
    }
}
