package dev.tidings.server.meta;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Function;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;

/**
 * One transaction on one connection. On SQLite it is begun and ended by statements, because the driver's own way is not sound: to
 * commit, it begins the next transaction at once, and reports a failure of that as one of the commit that was done; and when a
 * transaction can't be begun, the connection goes on without one, and each statement commits by itself.
 */
final class Transaction {
    private final Connection connection;
    private final SQLDialect dialect;
    private boolean open;

    Transaction(Connection connection, SQLDialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
    }

    /** All of the work is done, durably, or none of it. */
    <T> T run(Function<DSLContext, T> work) throws SQLException {
        begin();
        try {
            T result = work.apply(Jooq.on(connection, dialect));
            commit();
            return result;
        } catch (Throwable e) {
            rollback(e);
            throw e;
        }
    }

    /** Whether the connection is left in a transaction that could not be ended: it must not be used again. */
    boolean open() {
        return open;
    }

    private void begin() throws SQLException {
        if (dialect == SQLDialect.SQLITE) {
            // Immediate: one that begins by reading could find at its first write that somebody else was quicker.
            execute("begin immediate");
            open = true;
        } else {
            open = true;
            connection.setAutoCommit(false);
        }
    }

    private void commit() throws SQLException {
        if (dialect == SQLDialect.SQLITE) {
            execute("commit");
        } else {
            connection.commit();
        }
        open = false;
    }

    private void rollback(Throwable because) {
        try {
            if (dialect == SQLDialect.SQLITE) {
                execute("rollback");
            } else {
                connection.rollback();
            }
            open = false;
        } catch (SQLException e) {
            because.addSuppressed(e);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
