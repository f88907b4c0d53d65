package dev.tidings.metadata.sql;

import java.sql.Connection;
import javax.sql.DataSource;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.jooq.impl.DefaultConfiguration;

/**
 * Creates the jOOQ contexts on a pool or a connection, and keeps jOOQ's banner out of the log. Uses setters: the shorter factory methods
 * have overloads with jOOQ's settings, whose annotations come from a library that is not present, which the compiler warns about.
 */
final class Jooq {
    static {
        // Keeps jOOQ's banner and tips out of the log.
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
