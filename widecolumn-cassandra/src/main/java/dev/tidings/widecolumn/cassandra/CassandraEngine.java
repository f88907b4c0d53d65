package dev.tidings.widecolumn.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import dev.tidings.widecolumn.Answers;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
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
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * Tables on Cassandra, or on whatever else speaks CQL. Reads and writes go to the replicas themselves, at {@code LOCAL_QUORUM};
 * every write carries its time, so it can be repeated, and is, while nodes are missing.
 *
 * <p>Write times that a caller does not give are taken from this machine's clock, whatever clock expiry is measured against: the
 * servers take theirs for insert-if-absent from their own, and the two have to fit.
 */
public final class CassandraEngine implements Engine {
    private static final Duration TABLES_KNOWN_WITHIN = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final CassandraConfig config;
    private final CqlSession session;
    private final Repeats repeats;
    private final UnderWay underWay = new UnderWay();
    private final WriteClock writeClock = new WriteClock(InstantSource.system(), Long.MIN_VALUE + 1);
    private final Map<Table<?>, CassandraTable<?>> tables = new IdentityHashMap<>();

    private CassandraEngine(CassandraConfig config, Schema schema) {
        this.config = config;
        this.session = Sessions.open(config);
        this.repeats = new Repeats(config.patience());
        try {
            new KeyspaceSetup(session, config.keyspace(), config.datacenter()).apply(schema);
            for (Table<?> table : schema.tables()) {
                tables.put(table, prepared(table));
            }
        } catch (RuntimeException e) {
            repeats.close();
            session.close();
            throw e instanceof StoreException
                    ? e
                    : Failures.ofRepeatable("opening " + config.keyspace().name(), e);
        }
    }

    /**
     * A node can list a table that another process is creating before it knows it, and before its schema has another version: then
     * the table is there in a moment.
     */
    private <R extends Record> CassandraTable<R> prepared(Table<R> table) {
        long end = System.nanoTime() + TABLES_KNOWN_WITHIN.toNanos();
        while (true) {
            try {
                return new CassandraTable<>(session, config, table, repeats, writeClock);
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
     * @throws StoreException if the cluster can't be reached or used as configured, or holds tables of another shape
     */
    public static CassandraEngine open(CassandraConfig config, Schema schema) {
        return new CassandraEngine(config, schema);
    }

    @Override
    public CompletableFuture<Void> write(Batch batch) {
        long engineTime = writeClock.next();
        long now = config.clock().instant().getEpochSecond();
        if (batch.atomic()) {
            // The usual case, and on the way of every notification: one partition, one request, nothing to sort out.
            List<BatchableStatement<?>> statements =
                    new ArrayList<>(2 * batch.writes().size());
            Optional<ByteBuffer[]> before = Optional.empty();
            for (Write write : batch.writes()) {
                before = Optional.of(append(write, before, engineTime, now, statements));
            }
            return underWay.track(() -> execute(statements));
        }
        Map<PartitionKey, List<BatchableStatement<?>>> partitions = new LinkedHashMap<>();
        for (Write write : batch.writes()) {
            append(
                    write,
                    Optional.empty(),
                    engineTime,
                    now,
                    partitions.computeIfAbsent(PartitionKey.of(write), key -> new ArrayList<>()));
        }
        return underWay.track(() -> executeAll(partitions.values()));
    }

    /** @return the key that was written, from which the next of the same partition takes what they share */
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

    /** One request a partition: a batch across partitions would make one node do the work of many. */
    private CompletableFuture<Void> executeAll(Collection<List<BatchableStatement<?>>> partitions) {
        return CompletableFuture.allOf(partitions.stream().map(this::execute).toArray(CompletableFuture[]::new));
    }

    private CompletableFuture<Void> execute(List<BatchableStatement<?>> statements) {
        if (statements.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        Statement<?> request = together(statements);
        return repeats.run(
                () -> session.executeAsync(request),
                written -> null,
                failure -> Failures.ofRepeatable("write", failure));
    }

    private static Statement<?> together(List<BatchableStatement<?>> statements) {
        if (statements.size() == 1) {
            return statements.get(0);
        }
        // Unlogged: within one partition it is a single mutation, and atomic without a log.
        BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
        statements.forEach(batch::addStatement);
        return batch.setIdempotence(true).build();
    }

    @Override
    public <R extends Record> CompletableFuture<Page<R>> read(Select<R> select) {
        CassandraTable<R> table = table(select.table());
        return underWay.track(() ->
                classified("read of " + select.table().name(), table.reader().page(select)));
    }

    @Override
    public <R extends Record> CompletableFuture<InsertOutcome<R>> insertIfAbsent(Table<R> table, R row) {
        Batch insertion = Batch.of(table.upsert(row));
        return underWay.track(() ->
                table(table).inserts().insertIfAbsent(insertion.writes().get(0).values()));
    }

    @Override
    public Health check() {
        if (underWay.closed()) {
            return new Health(Optional.of("closed"));
        }
        try {
            session.execute("SELECT key FROM system.local");
            return new Health(Optional.empty());
        } catch (RuntimeException e) {
            return new Health(Optional.of("Cassandra does not answer: " + e.getMessage()));
        }
    }

    /** Waits for the requests under way, then disconnects. */
    @Override
    public void close() {
        if (underWay.close(config.patience())) {
            repeats.close();
            session.close();
        }
    }

    private static <T> CompletableFuture<T> classified(String what, CompletableFuture<T> answer) {
        return Answers.map(answer, result -> result, failure -> Failures.ofRepeatable(what, failure));
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

    /** Which writes of a batch go to the same partition of the same table. */
    private record PartitionKey(Table<?> table, List<Object> values) {
        static PartitionKey of(Write write) {
            return new PartitionKey(
                    write.table(),
                    Arrays.asList(write.values()).subList(0, write.table().partitionSize()));
        }
    }
}
