package dev.tidings.server.meta;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.tidings.core.meta.MetaException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;

/** The connections: reads in parallel, each change in a transaction of its own, every failure a {@link MetaException}. */
final class Database implements AutoCloseable {
    private final HikariDataSource pool;
    private final SQLDialect dialect;
    private final DSLContext reader;
    private final boolean oneWriter;
    private final Duration patience;
    private final ReentrantLock writing = new ReentrantLock(true);
    /** Held shared by each call, and alone by the one that closes: what is under way is answered first. */
    private final ReadWriteLock use = new ReentrantReadWriteLock();

    private Database(HikariDataSource pool, SQLDialect dialect, Duration patience) {
        this.pool = pool;
        this.dialect = dialect;
        this.patience = patience;
        this.reader = Jooq.on(pool, dialect);
        this.oneWriter = dialect == SQLDialect.SQLITE;
    }

    /**
     * Brings the tables up to date before anything else can use them.
     *
     * @param patience how long a call waits for its turn or for a connection before it fails as overloaded
     */
    static Database open(SqlMetaConfig config, Migrations migrations, Duration patience) {
        Connections connections = new Connections(config, patience);
        connections.first(migrations);
        HikariConfig settings = connections.pooled();
        settings.setPoolName("meta");
        settings.setMaximumPoolSize(config.poolSize());
        settings.setConnectionTimeout(patience.toMillis());
        // That the database can be reached is known from the first connection; a failure now would be logged with its
        // trace.
        settings.setInitializationFailTimeout(-1);
        return new Database(new HikariDataSource(settings), connections.dialect(), patience);
    }

    /** One statement; more than one may see different states. */
    <T> T read(String call, Function<DSLContext, T> work) {
        return whileOpen(call, () -> {
            try {
                return work.apply(reader);
            } catch (RuntimeException e) {
                throw Failures.of(call, e);
            }
        });
    }

    /** All of the work is done, durably, or none of it. */
    <T> T write(String call, Function<DSLContext, T> work) {
        return whileOpen(call, () -> oneWriter ? inTurn(call, work) : transaction(call, work));
    }

    private <T> T whileOpen(String call, Supplier<T> work) {
        use.readLock().lock();
        try {
            if (pool.isClosed()) {
                throw new MetaException(call + " failed: the database has been closed", false, null);
            }
            return work.get();
        } finally {
            use.readLock().unlock();
        }
    }

    /** SQLite has one writer at a time anyway. Waiting here is fair and wakes up at once; waiting there is sleeping and asking. */
    private <T> T inTurn(String call, Function<DSLContext, T> work) {
        await(call);
        try {
            return transaction(call, work);
        } finally {
            writing.unlock();
        }
    }

    private <T> T transaction(String call, Function<DSLContext, T> work) {
        try (Connection connection = pool.getConnection()) {
            Transaction transaction = new Transaction(connection, dialect);
            try {
                return transaction.run(work);
            } finally {
                if (transaction.open()) {
                    pool.evictConnection(connection);
                }
            }
        } catch (SQLException | RuntimeException e) {
            throw Failures.of(call, e);
        }
    }

    private void await(String call) {
        try {
            if (!writing.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new MetaException(call + " failed: other changes took too long", true, null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MetaException(call + " failed: interrupted while it waited for other changes", true, e);
        }
    }

    @Override
    public void close() {
        use.writeLock().lock();
        try {
            pool.close();
        } finally {
            use.writeLock().unlock();
        }
    }
}
