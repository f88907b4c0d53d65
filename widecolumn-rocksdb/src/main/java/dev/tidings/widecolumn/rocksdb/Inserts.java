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
import java.util.function.Supplier;
import org.rocksdb.RocksDBException;

/**
 * Insert-if-absent: look, then write. Calls for the same row queue up behind each other, so that none looks while another is
 * between its look and its commit; calls for different rows don't wait for each other.
 */
final class Inserts {
    private final RocksStore store;
    private final RowReader reader;
    private final Executor readers;
    private final ConcurrentMap<ByteBuffer, CompletableFuture<Void>> last = new ConcurrentHashMap<>();

    Inserts(RocksStore store, RowReader reader, Executor readers) {
        this.store = store;
        this.reader = reader;
        this.readers = readers;
    }

    /**
     * @param key the row's values, of which the key is used
     * @param insertion writes the row durably
     */
    <R extends Record> CompletableFuture<InsertOutcome<R>> insertIfAbsent(
            Table<R> table, Object[] key, Supplier<CompletableFuture<Void>> insertion) {
        StoredTable stored = store.table(table);
        ByteSink sink = new ByteSink(96);
        stored.bytes().keyPrefix(key, table.keySize(), sink);
        byte[] rowKey = sink.toBytes();
        ByteBuffer claim = claim(stored, rowKey);
        CompletableFuture<Void> mine = new CompletableFuture<>();
        CompletableFuture<Void> before = last.put(claim, mine);
        CompletableFuture<Void> turn = before == null ? CompletableFuture.completedFuture(null) : before;
        return turn.thenComposeAsync(ignored -> lookThenInsert(stored, table, key, rowKey, insertion), readers)
                .whenComplete((outcome, failure) -> {
                    last.remove(claim, mine);
                    mine.complete(null);
                });
    }

    private <R extends Record> CompletableFuture<InsertOutcome<R>> lookThenInsert(
            StoredTable stored,
            Table<R> table,
            Object[] key,
            byte[] rowKey,
            Supplier<CompletableFuture<Void>> insertion) {
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
        return insertion.get().thenApply(ignored -> new InsertOutcome<>(Optional.empty()));
    }

    private static ByteBuffer claim(StoredTable stored, byte[] rowKey) {
        return ByteBuffer.wrap(new ByteSink(rowKey.length + 4)
                .putInt(stored.family())
                .put(rowKey)
                .toBytes());
    }
}
