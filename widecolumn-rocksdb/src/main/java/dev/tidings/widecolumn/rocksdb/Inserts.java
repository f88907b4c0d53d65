package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.InsertOutcome;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.codec.ByteSink;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import org.rocksdb.RocksDBException;

/**
 * Insert-if-absent: look, then write. Calls for the same row queue up behind each other, so that none looks while another is
 * between its look and its commit; calls for different rows don't wait for each other.
 */
final class Inserts {
    private final RocksStore store;
    private final RowReader reader;
    private final WriteClock writeClock;
    private final Executor readers;
    private final Insertion insertion;
    private final ConcurrentMap<ByteBuffer, CompletableFuture<Void>> last = new ConcurrentHashMap<>();

    /** Writes the row durably, with this write time. */
    interface Insertion {
        <R extends Record> CompletableFuture<Void> insert(Table<R> table, R row, long writeTime);
    }

    Inserts(RocksStore store, RowReader reader, WriteClock writeClock, Executor readers, Insertion insertion) {
        this.store = store;
        this.reader = reader;
        this.writeClock = writeClock;
        this.readers = readers;
        this.insertion = insertion;
    }

    /** @param key the row's values, of which the key is used */
    <R extends Record> CompletableFuture<InsertOutcome<R>> insertIfAbsent(Table<R> table, R row, Object[] key) {
        StoredTable stored = store.table(table);
        ByteSink sink = new ByteSink(96);
        stored.bytes().keyPrefix(key, table.keySize(), sink);
        byte[] rowKey = sink.toBytes();
        ByteBuffer claim = claim(stored, rowKey);
        CompletableFuture<Void> mine = new CompletableFuture<>();
        CompletableFuture<Void> before = last.put(claim, mine);
        CompletableFuture<Void> turn = before == null ? CompletableFuture.completedFuture(null) : before;
        return turn.thenComposeAsync(ignored -> lookThenInsert(stored, table, row, key, rowKey), readers)
                .whenComplete((outcome, failure) -> {
                    last.remove(claim, mine);
                    mine.complete(null);
                });
    }

    private <R extends Record> CompletableFuture<InsertOutcome<R>> lookThenInsert(
            StoredTable stored, Table<R> table, R row, Object[] key, byte[] rowKey) {
        RowMerge found;
        try {
            found = reader.merge(stored, rowKey);
        } catch (RocksDBException e) {
            return CompletableFuture.failedFuture(RocksEngine.readFailure(table, e));
        }
        if (found.live()) {
            Object[] values = new Object[table.columns().size()];
            System.arraycopy(key, 0, values, 0, table.keySize());
            found.fill(values);
            return CompletableFuture.completedFuture(new InsertOutcome<>(Optional.of(table.row(values))));
        }
        // Later than any delete of the row, whatever write time that was given: the winner must be readable.
        long writeTime = writeClock.nextAfter(found.deletedAt());
        return insertion.insert(table, row, writeTime).thenApply(ignored -> new InsertOutcome<>(Optional.empty()));
    }

    private static ByteBuffer claim(StoredTable stored, byte[] rowKey) {
        return ByteBuffer.wrap(new ByteSink(rowKey.length + 4)
                .putInt(stored.family())
                .put(rowKey)
                .toBytes());
    }
}
