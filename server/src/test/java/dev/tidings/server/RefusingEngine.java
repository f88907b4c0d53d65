package dev.tidings.server;

import dev.tidings.testkit.ForwardingEngine;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.InsertOutcome;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.Table;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** A fault-injecting engine that refuses the writes to one table. */
public final class RefusingEngine extends ForwardingEngine {
    private final AtomicInteger refused = new AtomicInteger();
    private volatile Table<?> table;
    private volatile StoreException.Reason reason;

    public RefusingEngine(Engine real) {
        super(real);
    }

    public void refuse(Table<?> which, StoreException.Reason why) {
        reason = why;
        table = which;
    }

    public void recover() {
        table = null;
    }

    /** The number of refused writes. */
    public int refusals() {
        return refused.get();
    }

    @Override
    public CompletableFuture<Void> write(Batch batch) {
        Table<?> refusing = table;
        if (batch.writes().stream().anyMatch(write -> write.table() == refusing)) {
            return refusal();
        }
        return super.write(batch);
    }

    private <T> CompletableFuture<T> refusal() {
        refused.incrementAndGet();
        return CompletableFuture.failedFuture(new StoreException(reason, "refused by the test"));
    }

    @Override
    public <R extends Record> CompletableFuture<InsertOutcome<R>> insertIfAbsent(Table<R> of, R row) {
        return of == table ? refusal() : super.insertIfAbsent(of, row);
    }
}
