package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.Futures;
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
 * Insert-if-absent as read, then write, serialised per row: no call reads a row while another is between its read and its commit.
 * Calls for different rows don't wait for each other.
 */
final class SerializedInserts {
    private final RowReader reader;
    private final Executor readers;
    private final CallGate gate;
    private final ConcurrentMap<ByteBuffer, CompletableFuture<Void>> last = new ConcurrentHashMap<>();

    SerializedInserts(RowReader reader, Executor readers, CallGate gate) {
        this.reader = reader;
        this.readers = readers;
        this.gate = gate;
    }

    /**
     * @param key the row's values; only the key columns are used
     * @param insertion writes the row durably
     */
    <R extends Record> CompletableFuture<InsertOutcome<R>> insertIfAbsent(
            StoredTable stored, Table<R> table, Object[] key, Supplier<CompletableFuture<Void>> insertion) {
        ByteSink sink = new ByteSink(96);
        stored.bytes().keyPrefix(key, table.keySize(), sink);
        byte[] rowKey = sink.toBytes();
        ByteBuffer claim = claim(stored, rowKey);
        if (!gate.tryEnter()) {
            return CompletableFuture.failedFuture(RocksEngine.closed());
        }
        CompletableFuture<Void> mine = new CompletableFuture<>();
        CompletableFuture<Void> before = last.put(claim, mine);
        CompletableFuture<Void> turn = before == null ? CompletableFuture.completedFuture(null) : before;
        // The caller gets a separate future, which it may cancel or time out: the row stays claimed exactly until the
        // write in flight has ended.
        CompletableFuture<InsertOutcome<R>> answer = new CompletableFuture<>();
        turn.thenComposeAsync(ignored -> readThenInsert(stored, table, key, rowKey, insertion), readers)
                .whenComplete((outcome, failure) -> {
                    last.remove(claim, mine);
                    mine.complete(null);
                    gate.leave();
                    if (failure == null) {
                        answer.complete(outcome);
                    } else {
                        answer.completeExceptionally(Futures.unwrap(failure));
                    }
                });
        return answer;
    }

    private <R extends Record> CompletableFuture<InsertOutcome<R>> readThenInsert(
            StoredTable stored,
            Table<R> table,
            Object[] key,
            byte[] rowKey,
            Supplier<CompletableFuture<Void>> insertion) {
        Optional<Object[]> found;
        try {
            found = reader.find(stored, key, rowKey);
        } catch (RocksDBException e) {
            return CompletableFuture.failedFuture(RocksErrors.of("reading " + table.name(), e));
        }
        if (found.isPresent()) {
            return CompletableFuture.completedFuture(new InsertOutcome<>(Optional.of(table.row(found.get()))));
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
