package dev.tidings.metadata.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.tidings.core.metadata.MetadataException;
import dev.tidings.metadata.sql.SqlTables.SchemaVersions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;

/**
 * Runs the statements of the repositories over the connection pool: reads in parallel, each change in its own transaction. Every failure is
 * a {@link MetadataException}. Close waits for the calls in flight.
 */
final class Database implements AutoCloseable {
    private final HikariDataSource pool;
    private final SQLDialect dialect;
    private final DSLContext reader;
    private final boolean singleWriter;
    private final Duration timeout;
    private final ReentrantLock writeLock = new ReentrantLock(true);
    /** Shared by calls and exclusive for close, which waits for the calls in flight. */
    private final ReadWriteLock closeLock = new ReentrantReadWriteLock();

    private Database(HikariDataSource pool, SQLDialect dialect, Duration timeout) {
        this.pool = pool;
        this.dialect = dialect;
        this.timeout = timeout;
        this.reader = Jooq.on(pool, dialect);
        this.singleWriter = dialect == SQLDialect.SQLITE;
    }

    /**
     * Migrates the tables before anything else can use them.
     *
     * @param timeout how long a call waits for the write lock or a connection before it fails as overloaded
     */
    static Database open(SqlMetadataConfig config, Migrations migrations, Duration timeout) {
        Connections connections = new Connections(config, timeout);
        connections.openAndMigrate(migrations);
        HikariConfig settings = connections.poolConfig();
        settings.setPoolName("meta");
        settings.setMaximumPoolSize(config.poolSize());
        settings.setConnectionTimeout(timeout.toMillis());
        // The first connection has shown that the database can be reached; a failure now would be logged with a stack
        // trace.
        settings.setInitializationFailTimeout(-1);
        return new Database(new HikariDataSource(settings), connections.dialect(), timeout);
    }

    /** Runs one statement; several may see different states. */
    <T> T read(String call, Function<DSLContext, T> work) {
        return whileOpen(call, () -> {
            try {
                return work.apply(reader);
            } catch (RuntimeException e) {
                throw SqlFailures.of(call, e);
            }
        });
    }

    /** Runs the work in a transaction, durable when this returns. */
    <T> T write(String call, Function<DSLContext, T> work) {
        return whileOpen(call, () -> singleWriter ? serialized(call, work) : transaction(call, work));
    }

    private <T> T whileOpen(String call, Supplier<T> work) {
        closeLock.readLock().lock();
        try {
            if (pool.isClosed()) {
                throw new MetadataException(call + " failed: the database is closed", false, null);
            }
            return work.get();
        } finally {
            closeLock.readLock().unlock();
        }
    }

    /** SQLite has one writer at a time anyway. This lock is fair and wakes up at once; SQLite's own sleeps and polls. */
    private <T> T serialized(String call, Function<DSLContext, T> work) {
        await(call);
        try {
            return transaction(call, work);
        } finally {
            writeLock.unlock();
        }
    }

    private <T> T transaction(String call, Function<DSLContext, T> work) {
        try (Connection connection = pool.getConnection()) {
            Transaction transaction = new Transaction(connection, dialect);
            try {
                return transaction.run(work);
            } finally {
                if (transaction.isOpen()) {
                    pool.evictConnection(connection);
                }
            }
        } catch (SQLException | RuntimeException e) {
            throw SqlFailures.of(call, e);
        }
    }

    private void await(String call) {
        try {
            if (!writeLock.tryLock(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new MetadataException(call + " failed: timed out waiting for other changes", true, null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MetadataException(call + " failed: interrupted while waiting for other changes", true, e);
        }
    }

    /** Rewrites an SQLite database without deleted rows, and empties its write-ahead log. */
    void compact() {
        String call = "compacting the database";
        if (!singleWriter) {
            return;
        }
        whileOpen(call, () -> {
            await(call);
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("vacuum");
                try (ResultSet result = statement.executeQuery("pragma wal_checkpoint(truncate)")) {
                    if (result.next() && result.getInt(1) != 0) {
                        throw new MetadataException(call + " failed: a reader needs the write-ahead log", true, null);
                    }
                }
                return null;
            } catch (SQLException e) {
                throw SqlFailures.of(call, e);
            } finally {
                writeLock.unlock();
            }
        });
    }

    /** Copies an SQLite database as it is while {@code meanwhile} runs, during which changes wait. */
    void copyTo(Path file, Runnable meanwhile) {
        String call = "copying the database to " + file;
        if (!singleWriter) {
            throw new MetadataException(call + " failed: only an SQLite database can be copied", false, null);
        }
        whileOpen(call, () -> {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                try {
                    pinState(call, statement, meanwhile);
                    statement.executeUpdate("backup to " + quoted(file));
                } finally {
                    // Closed instead of reused, which ends its transaction whatever has happened.
                    pool.evictConnection(connection);
                }
                return null;
            } catch (SQLException e) {
                throw SqlFailures.of(call, e);
            }
        });
    }

    /** Starts a read transaction, which sees the state of now for as long as it is open. */
    private void pinState(String call, Statement statement, Runnable meanwhile) throws SQLException {
        await(call);
        try {
            statement.execute("begin");
            // The state is chosen by the first read.
            statement
                    .executeQuery("select count(*) from " + SchemaVersions.TABLE.getName())
                    .close();
            meanwhile.run();
        } finally {
            writeLock.unlock();
        }
    }

    /** The driver takes a path in either kind of quotes, without an escape. */
    private static String quoted(Path file) {
        char quote = file.toString().indexOf('\'') < 0 ? '\'' : '"';
        return quote + file.toString() + quote;
    }

    @Override
    public void close() {
        closeLock.writeLock().lock();
        try {
            pool.close();
        } finally {
            closeLock.writeLock().unlock();
        }
    }
}
