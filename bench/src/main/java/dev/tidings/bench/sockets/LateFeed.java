package dev.tidings.bench.sockets;

import dev.tidings.tables.InboxChangeRow;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.InsertOutcome;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Write;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Tables that are broken on purpose: what changed in an inbox is written a moment after it is said to be. The run must catch it. */
record LateFeed(Engine engine) implements Engine {
    private static final Executor LATER = CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);

    @Override
    public CompletableFuture<Void> write(Batch batch) {
        Map<Boolean, List<Write>> parts = batch.writes().stream()
                .collect(Collectors.partitioningBy(write -> write.table() == InboxChangeRow.TABLE));
        List<Write> changes = parts.get(true);
        if (changes.isEmpty()) {
            return engine.write(batch);
        }
        LATER.execute(() -> engine.write(Batch.acrossPartitions(changes)));
        List<Write> others = parts.get(false);
        return others.isEmpty()
                ? CompletableFuture.completedFuture(null)
                : engine.write(Batch.acrossPartitions(others));
    }

    @Override
    public <R extends Record> CompletableFuture<Page<R>> read(Select<R> select) {
        return engine.read(select);
    }

    @Override
    public <R extends Record> CompletableFuture<InsertOutcome<R>> insertIfAbsent(Table<R> table, R row) {
        return engine.insertIfAbsent(table, row);
    }

    @Override
    public Health check() {
        return engine.check();
    }

    @Override
    public void close() {
        engine.close();
    }
}
