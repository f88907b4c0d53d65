package dev.tidings.bench.timed;

import dev.tidings.tables.ScheduledNotificationRow;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.InsertOutcome;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.Table;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Tables that are broken on purpose: a schedule is said to be durable a moment before it is. The run must catch it. */
record EarlyAckEngine(Engine engine) implements Engine {
    private static final Executor LATER = CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);

    @Override
    public CompletableFuture<Void> write(Batch batch) {
        if (batch.writes().stream().noneMatch(write -> write.table() == ScheduledNotificationRow.TABLE)) {
            return engine.write(batch);
        }
        LATER.execute(() -> engine.write(batch));
        return CompletableFuture.completedFuture(null);
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
