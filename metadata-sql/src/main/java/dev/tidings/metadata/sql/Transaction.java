package dev.tidings.metadata.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Function;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;

/**
 * Runs work in one transaction on one connection: commits after it returns, rolls back if it throws. On SQLite it uses BEGIN and COMMIT
 * statements, because the driver's transactions are unsound: a commit starts the next transaction at once, and reports a failure of that as
 * a failure of the commit that has succeeded; and if a transaction can't be started, the connection continues without one, and each
 * statement commits by itself.
 */
final class Transaction {
    private final Connection connection;
    private final SQLDialect dialect;
    private boolean open;

    Transaction(Connection connection, SQLDialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
    }

    /** Runs the work in the transaction, durable when this returns. */
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
    boolean isOpen() {
        return open;
    }

    private void begin() throws SQLException {
        if (dialect == SQLDialect.SQLITE) {
            // Immediate: a transaction that starts with a read could fail to get the write lock later.
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
