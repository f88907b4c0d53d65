package dev.tidings.server.meta;

import static org.jooq.impl.SQLDataType.BIGINT;

import dev.tidings.server.meta.Tables.Users;
import org.jooq.DSLContext;

/** Beside the addresses, since it is read with them and gone when they are set again. */
final class RememberUnreachableAddresses implements Migration {
    @Override
    public int number() {
        return 7;
    }

    @Override
    public String sentence() {
        return "addresses that reach nobody are remembered as such";
    }

    @Override
    public void apply(DSLContext sql, Ddl ddl) {
        Ddl.add(sql, Users.TABLE, Users.EMAIL_UNREACHABLE_AT, BIGINT);
        Ddl.add(sql, Users.TABLE, Users.PHONE_UNREACHABLE_AT, BIGINT);
    }
}
