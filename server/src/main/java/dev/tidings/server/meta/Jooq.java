package dev.tidings.server.meta;

import java.sql.Connection;
import javax.sql.DataSource;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.jooq.impl.DefaultConfiguration;

/**
 * How jOOQ is set up. Everything that uses it comes through here first. By setters: the shorter ways have variants with jOOQ's
 * settings, which are annotated for a library that is not here, and the compiler warns of that.
 */
final class Jooq {
    static {
        // Greetings and tips of the day do not belong into an operator's log.
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
    }

    private Jooq() {}

    static DSLContext on(DataSource pool, SQLDialect dialect) {
        DefaultConfiguration configuration = new DefaultConfiguration();
        configuration.setSQLDialect(dialect);
        configuration.setDataSource(pool);
        return DSL.using(configuration);
    }

    static DSLContext on(Connection connection, SQLDialect dialect) {
        DefaultConfiguration configuration = new DefaultConfiguration();
        configuration.setSQLDialect(dialect);
        configuration.setConnection(connection);
        return DSL.using(configuration);
    }
}
