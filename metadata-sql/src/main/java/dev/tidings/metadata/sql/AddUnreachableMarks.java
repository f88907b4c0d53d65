package dev.tidings.metadata.sql;

import static org.jooq.impl.SQLDataType.BIGINT;

import dev.tidings.metadata.sql.SqlTables.Users;
import org.jooq.DSLContext;

/**
 * Migration that adds to users the times since which their email address and phone are marked unreachable. Beside the addresses, since they
 * are read together and reset together.
 */
final class AddUnreachableMarks implements Migration {
    @Override
    public int number() {
        return 7;
    }

    @Override
    public String description() {
        return "unreachable addresses are marked";
    }

    @Override
    public void apply(DSLContext sql, Ddl ddl) {
        Ddl.add(sql, Users.TABLE, Users.EMAIL_UNREACHABLE_AT, BIGINT);
        Ddl.add(sql, Users.TABLE, Users.PHONE_UNREACHABLE_AT, BIGINT);
    }
}
