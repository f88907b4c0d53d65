package dev.tidings.widecolumn.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Futures;
import dev.tidings.widecolumn.InsertOutcome;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.Write;
import dev.tidings.widecolumn.WriteClock;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * The engine on Cassandra and CQL-compatible databases. Reads and writes go to the replicas themselves, at {@code LOCAL_QUORUM};
 * every write carries its timestamp, so it is idempotent and is retried while nodes are down.
 *
 * <p>Default write times come from this machine's clock, independent of the clock for expiry: for insert-if-absent the servers
 * use their own clocks, and both must agree.
 */
public final class CassandraEngine implements Engine {
    private static final Duration TABLE_VISIBLE_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final CassandraConfig config;
    private final CqlSession session;
    private final Retries retries;
    private final InFlightRequests inFlight = new InFlightRequests();
    private final WriteClock writeClock = new WriteClock(InstantSource.system(), Long.MIN_VALUE + 1);
    private final Map<Table<?>, CassandraTable<?>> tables = new IdentityHashMap<>();

    private CassandraEngine(CassandraConfig config, Schema schema) {
        this.config = config;
        this.session = SessionFactory.open(config);
        this.retries = new Retries(config.retryTimeout());
        try {
            new KeyspaceSetup(session, config.keyspace(), config.datacenter()).apply(schema);
            for (Table<?> table : schema.tables()) {
                tables.put(table, prepared(table));
            }
        } catch (RuntimeException e) {
            retries.close();
            session.close();
            throw e instanceof StoreException
                    ? e
                    : CassandraErrors.ofIdempotent(
                            "opening " + config.keyspace().name(), e);
        }
    }

    /**
     * Retries while the table is unknown: a node can list a table that another process is just creating before it can be used,
     * and before the schema version changes.
     */
    private <R extends Record> CassandraTable<R> prepared(Table<R> table) {
        long end = System.nanoTime() + TABLE_VISIBLE_TIMEOUT.toNanos();
        while (true) {
            try {
                return new CassandraTable<>(session, config, table, retries, writeClock);
            } catch (InvalidQueryException unknown) {
                if (System.nanoTime() > end) {
                    throw unknown;
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    /**
     * Connects, and creates or completes the keyspace and its tables.
     *
     * @throws StoreException if the cluster can't be reached or used as configured, or holds tables with another declaration
     */
    public static CassandraEngine open(CassandraConfig config, Schema schema) {
        return new CassandraEngine(config, schema);
    }

    @Override
    public CompletableFuture<Void> write(Batch batch) {
        long engineTime = writeClock.next();
        long now = config.clock().instant().getEpochSecond();
        if (batch.atomic()) {
            // The common case, on the hot path of every notification: one partition, one request, no grouping.
            List<BatchableStatement<?>> statements =
                    new ArrayList<>(2 * batch.writes().size());
            Optional<ByteBuffer[]> before = Optional.empty();
            for (Write write : batch.writes()) {
                before = Optional.of(append(write, before, engineTime, now, statements));
            }
            return inFlight.track(() -> execute(statements));
        }
        PartitionRequests requests = new PartitionRequests();
        for (Write write : batch.writes()) {
            append(write, Optional.empty(), engineTime, now, requests.of(write));
        }
        return inFlight.track(() -> executeAll(requests.all()));
    }

    /** @return the encoded key; the next write of the same partition reuses its partition columns */
    private ByteBuffer[] append(
            Write write,
            Optional<ByteBuffer[]> samePartition,
            long engineTime,
            long now,
            List<BatchableStatement<?>> statements) {
        long writeTime = write.writeTime() == Write.ENGINE_TIME ? engineTime : write.writeTime();
        CassandraTable<?> table = table(write.table());
        ByteBuffer[] key = table.writes().key(write.values(), samePartition);
        if (write instanceof Upsert upsert) {
            long expiry = upsert.table().expirySecond(upsert.values());
            if (expiry > now) {
                table.writes().upsert(upsert, key, writeTime, table.ttlSeconds(expiry, now), statements);
            }
        } else {
            table.writes().delete(key, writeTime, statements);
        }
        return key;
    }

    /** Requests have one partition each: a batch across partitions would load a single coordinator with the work of many nodes. */
    private CompletableFuture<Void> executeAll(Collection<List<BatchableStatement<?>>> requests) {
        return CompletableFuture.allOf(requests.stream().map(this::execute).toArray(CompletableFuture[]::new));
    }

    private CompletableFuture<Void> execute(List<BatchableStatement<?>> statements) {
        if (statements.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        Statement<?> request = batched(statements);
        return retries.run(
                () -> session.executeAsync(request),
                written -> null,
                failure -> CassandraErrors.ofIdempotent("write", failure));
    }

    private static Statement<?> batched(List<BatchableStatement<?>> statements) {
        if (statements.size() == 1) {
            return statements.get(0);
        }
        // Unlogged: a batch within one partition is a single mutation, and atomic without a batch log.
        BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
        statements.forEach(batch::addStatement);
        return batch.setIdempotence(true).build();
    }

    @Override
    public <R extends Record> CompletableFuture<Page<R>> read(Select<R> select) {
        CassandraTable<R> table = table(select.table());
        return inFlight.track(() ->
                classified("read of " + select.table().name(), table.reader().page(select)));
    }

    @Override
    public <R extends Record> CompletableFuture<InsertOutcome<R>> insertIfAbsent(Table<R> table, R row) {
        Object[] values = Batch.of(table.upsert(row)).writes().get(0).values();
        table.requireUnexpired(values, config.clock().instant());
        return inFlight.track(() -> table(table).inserts().insertIfAbsent(values));
    }

    @Override
    public Health check() {
        if (inFlight.closed()) {
            return new Health(Optional.of("closed"));
        }
        try {
            session.execute("SELECT key FROM system.local");
            return new Health(Optional.empty());
        } catch (RuntimeException e) {
            return new Health(Optional.of("Cassandra does not answer: " + e.getMessage()));
        }
    }

    /** Waits for the requests in flight, then disconnects. */
    @Override
    public void close() {
        if (inFlight.close(config.retryTimeout())) {
            retries.close();
            session.close();
        }
    }

    private static <T> CompletableFuture<T> classified(String what, CompletableFuture<T> answer) {
        return Futures.map(answer, result -> result, failure -> CassandraErrors.ofIdempotent(what, failure));
    }

    @SuppressWarnings("unchecked")
    private <R extends Record> CassandraTable<R> table(Table<R> table) {
        CassandraTable<?> found = tables.get(table);
        if (found == null) {
            throw new StoreException(
                    Reason.MISCONFIGURED,
                    "table " + table.name() + " is not in the schema this engine was opened with");
        }
        return (CassandraTable<R>) found;
    }
}
