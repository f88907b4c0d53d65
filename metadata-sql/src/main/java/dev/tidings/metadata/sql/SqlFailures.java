package dev.tidings.metadata.sql;

import dev.tidings.core.metadata.MetadataException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;

/**
 * Converts exceptions of jOOQ and JDBC to {@link MetadataException}s, temporary or permanent by their SQL state and error code. Also
 * recognises duplicate keys.
 */
final class SqlFailures {
    /** Connection failures, rolled-back transactions, insufficient resources, operator intervention. */
    private static final Set<String> TEMPORARY_CLASSES = Set.of("08", "40", "53", "57");

    private static final int SQLITE_BUSY = 5;
    private static final int SQLITE_LOCKED = 6;
    private static final int SQLITE_CONSTRAINT = 19;
    private static final int SQLITE_NOT_A_DATABASE = 26;
    private static final int MYSQL_LOCK_WAIT_TIMEOUT = 1205;

    private SqlFailures() {}

    /** @param call the name of the failed call, such as users.put: the prefix of the message */
    static MetadataException of(String call, Throwable failure) {
        if (failure instanceof MetadataException known) {
            return known;
        }
        SQLException sql = cause(failure, SQLException.class);
        if (sql == null) {
            // Our own: an invalid value, or a bug. Its message is meant for the reader.
            return new MetadataException(call + ": " + failure.getMessage(), false, failure);
        }
        // Not the message of jOOQ around it, which repeats the whole statement.
        return new MetadataException(call + " failed: " + sql.getMessage(), temporary(sql), failure);
    }

    /** Whether a constraint was violated, which means that a row with this key exists. */
    static boolean duplicate(MetadataException failure) {
        SQLException sql = cause(failure, SQLException.class);
        return sql != null
                && (isSqlite(sql, SQLITE_CONSTRAINT)
                        || sql.getSQLState() != null && sql.getSQLState().startsWith("23"));
    }

    static boolean notADatabase(SQLException failure) {
        return isSqlite(failure, SQLITE_NOT_A_DATABASE);
    }

    static boolean temporary(SQLException failure) {
        String state = failure.getSQLState();
        return failure instanceof SQLTransientException
                || failure instanceof SQLRecoverableException
                || isSqlite(failure, SQLITE_BUSY)
                || isSqlite(failure, SQLITE_LOCKED)
                || failure.getErrorCode() == MYSQL_LOCK_WAIT_TIMEOUT
                || state != null && state.length() > 2 && TEMPORARY_CLASSES.contains(state.substring(0, 2));
    }

    /** The low byte is the kind of error; the upper bits give details. */
    private static boolean isSqlite(SQLException failure, int code) {
        return failure.getClass().getName().startsWith("org.sqlite.") && (failure.getErrorCode() & 0xff) == code;
    }

    private static <T extends Throwable> T cause(Throwable failure, Class<T> type) {
        for (Throwable e = failure; e != null; e = e.getCause()) {
            if (type.isInstance(e)) {
                return type.cast(e);
            }
        }
        return null;
    }
}
