package dev.tidings.metadata.sql;

import static org.jooq.impl.SQLDataType.BIGINT;

import dev.tidings.metadata.sql.SqlTables.TokenSecrets;
import org.jooq.DSLContext;

/**
 * Migration that adds to token secrets whether they are encrypted. Those of earlier versions are not; the service, which has the keys,
 * encrypts them at its start.
 */
final class AddSealedTokenSecrets implements Migration {
    @Override
    public int number() {
        return 11;
    }

    @Override
    public String description() {
        return "token secrets are encrypted";
    }

    @Override
    public void apply(DSLContext sql, Ddl ddl) {
        Ddl.add(sql, TokenSecrets.TABLE, TokenSecrets.SEALED, BIGINT);
    }
}
