package dev.tidings.testkit;

import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.InsertOutcome;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.Table;
import java.util.concurrent.CompletableFuture;

/**
 * An engine that delegates to a real one; tests override methods to inject failures or delays. All writes of batches go through {@link
 * #write(Batch)}.
 */
public abstract class ForwardingEngine implements Engine {
    private final Engine real;

    protected ForwardingEngine(Engine real) {
        this.real = real;
    }

    @Override
    public CompletableFuture<Void> write(Batch batch) {
        return real.write(batch);
    }

    @Override
    public void sync() {
        real.sync();
    }

    @Override
    public <R extends Record> CompletableFuture<Page<R>> read(Select<R> select) {
        return real.read(select);
    }

    @Override
    public <R extends Record> CompletableFuture<InsertOutcome<R>> insertIfAbsent(Table<R> table, R row) {
        return real.insertIfAbsent(table, row);
    }

    @Override
    public Health check() {
        return real.check();
    }

    @Override
    public void close() {
        real.close();
    }
}
