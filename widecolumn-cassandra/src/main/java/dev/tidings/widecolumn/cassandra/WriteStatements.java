package dev.tidings.widecolumn.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.ColumnType;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.cql.CqlStatements;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The write statements of one table, prepared once. Columns without a value stay unset, so that no tombstone is written for them.
 * An insert creates the row; separate updates add and remove entries of collections, since an insert would replace the whole
 * collection and leave a tombstone. All statements of one write carry the same timestamp and share a partition, so that a batch
 * of them is one mutation.
 */
final class WriteStatements {
    private final Table<?> table;
    private final ProtocolVersion protocol;
    private final PreparedStatement insert;
    private final PreparedStatement delete;
    private final PreparedStatement insertIfAbsent;
    /** One statement per collection, by its index in {@link #collections}. */
    private final PreparedStatement[] addEntries;

    private final PreparedStatement[] removeEntries;
    private final PreparedStatement[] addEntriesIfInserted;
    /** Positions of the columns an insert binds, in its order: all but the collections, the key first. */
    private final int[] single;

    private final int[] collections;
    /** The column types, by position. */
    private final ColumnType[] types;

    WriteStatements(CqlSession session, CqlStatements cql, Table<?> table) {
        this.table = table;
        this.protocol = session.getContext().getProtocolVersion();
        this.types = DriverCodecs.types(table);
        this.single = positions(type -> !type.isCollection());
        this.collections = positions(ColumnType::isCollection);
        this.insert = session.prepare(cql.insert());
        this.delete = session.prepare(cql.delete());
        this.insertIfAbsent = session.prepare(cql.insertIfAbsent());
        this.addEntries = prepare(session, cql::addEntries);
        this.removeEntries = prepare(session, cql::removeEntries);
        this.addEntriesIfInserted = prepare(session, cql::addEntriesIfInserted);
    }

    private int[] positions(Predicate<ColumnType> wanted) {
        return IntStream.range(0, types.length)
                .filter(i -> wanted.test(types[i]))
                .toArray();
    }

    /** Prepares one statement per collection. */
    private PreparedStatement[] prepare(CqlSession session, Function<Column<?>, String> statement) {
        return Arrays.stream(collections)
                .mapToObj(position ->
                        session.prepare(statement.apply(table.columns().get(position))))
                .toArray(PreparedStatement[]::new);
    }

    /**
     * Encodes the key for the wire, once for all statements that use it.
     *
     * @param samePartition a key of the same partition, if one was encoded before: its partition columns are reused
     */
    ByteBuffer[] key(Object[] values, Optional<ByteBuffer[]> samePartition) {
        ByteBuffer[] key = new ByteBuffer[table.keySize()];
        int known = samePartition.isPresent() ? table.partitionSize() : 0;
        if (known > 0) {
            System.arraycopy(samePartition.get(), 0, key, 0, known);
        }
        for (int i = known; i < key.length; i++) {
            key[i] = DriverCodecs.encode(types[i], values[i], protocol);
        }
        return key;
    }

    /** Appends the statements of an upsert. The time to live is ignored for tables that have none. */
    void upsert(
            Upsert upsert, ByteBuffer[] key, long writeTime, int ttlSeconds, List<BatchableStatement<?>> statements) {
        Object[] values = upsert.values();
        BoundStatementBuilder row = insert.boundStatementBuilder();
        set(row, 0, key);
        int index = key.length;
        for (int i = index; i < single.length; i++) {
            int position = single[i];
            if (values[position] != null) {
                DriverCodecs.set(row, index, types[position], values[position]);
            }
            index++;
        }
        for (Upsert.Removal removal : upsert.removals()) {
            if (removal.entry() == null) {
                row.setToNull(Arrays.binarySearch(single, removal.position()));
            }
        }
        bindTimes(row, index, writeTime, ttlSeconds);
        statements.add(row.setIdempotence(true).build());
        for (int i = 0; i < collections.length; i++) {
            Object entries = values[collections[i]];
            if (hasEntries(entries)) {
                BoundStatementBuilder add = addEntries[i].boundStatementBuilder();
                int at = bindTimes(add, 0, writeTime, ttlSeconds);
                DriverCodecs.set(add, at, types[collections[i]], entries);
                set(add, at + 1, key);
                statements.add(add.setIdempotence(true).build());
            }
            if (!upsert.removals().isEmpty()) {
                removeEntries(i, upsert, key, writeTime, statements);
            }
        }
    }

    private void removeEntries(
            int collection, Upsert upsert, ByteBuffer[] key, long writeTime, List<BatchableStatement<?>> statements) {
        Set<String> entries = new LinkedHashSet<>();
        for (Upsert.Removal removal : upsert.removals()) {
            if (removal.entry() != null && removal.position() == collections[collection]) {
                entries.add(removal.entry());
            }
        }
        if (!entries.isEmpty()) {
            BoundStatementBuilder remove = removeEntries[collection].boundStatementBuilder();
            remove.setLong(0, writeTime);
            DriverCodecs.set(remove, 1, ColumnType.TEXT_SET, entries);
            set(remove, 2, key);
            statements.add(remove.setIdempotence(true).build());
        }
    }

    void delete(ByteBuffer[] key, long writeTime, List<BatchableStatement<?>> statements) {
        BoundStatementBuilder statement = delete.boundStatementBuilder().setLong(0, writeTime);
        set(statement, 1, key);
        statements.add(statement.setIdempotence(true).build());
    }

    /**
     * Not idempotent: a blind retry would lose to the first attempt. Separate statements under the same condition add the entries
     * of collections: as part of the insert they would leave a tombstone that shadows entries with an earlier write time.
     */
    Statement<?> insertIfAbsent(Object[] values, int ttlSeconds) {
        BoundStatementBuilder row = insertIfAbsent.boundStatementBuilder();
        int index = 0;
        for (int position : single) {
            if (values[position] != null) {
                DriverCodecs.set(row, index, types[position], values[position]);
            }
            index++;
        }
        ttl(row, index, ttlSeconds);
        BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED).addStatement(row.build());
        for (int i = 0; i < collections.length; i++) {
            Object entries = values[collections[i]];
            if (hasEntries(entries)) {
                BoundStatementBuilder add = addEntriesIfInserted[i].boundStatementBuilder();
                int at = ttl(add, 0, ttlSeconds);
                DriverCodecs.set(add, at, types[collections[i]], entries);
                set(add, at + 1, key(values, Optional.empty()));
                batch.addStatement(add.build());
            }
        }
        return batch.setIdempotence(false).build();
    }

    private int ttl(BoundStatementBuilder statement, int at, int ttlSeconds) {
        if (table.declaration().ttl().isEmpty()) {
            return at;
        }
        statement.setInt(at, ttlSeconds);
        return at + 1;
    }

    private static boolean hasEntries(Object collection) {
        return collection instanceof Map<?, ?> map && !map.isEmpty()
                || collection instanceof Set<?> set && !set.isEmpty();
    }

    /** Binds the time to live, if the table has one, and the write time; returns the next index. */
    private int bindTimes(BoundStatementBuilder statement, int at, long writeTime, int ttlSeconds) {
        int index = ttl(statement, at, ttlSeconds);
        statement.setLong(index, writeTime);
        return index + 1;
    }

    private static void set(BoundStatementBuilder statement, int at, ByteBuffer[] key) {
        for (int i = 0; i < key.length; i++) {
            statement.setBytesUnsafe(at + i, key[i]);
        }
    }
}
