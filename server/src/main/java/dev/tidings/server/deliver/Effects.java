package dev.tidings.server.deliver;

import dev.tidings.core.log.LogEntry;
import dev.tidings.server.schedule.Later;
import dev.tidings.server.schedule.LaterRecords;
import dev.tidings.server.schedule.Overflow;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Makes durable what came of deliveries. What comes while something is being written is written together, next.
 *
 * <p>The rows are last. They say that an attempt was made, so that nobody makes it again; whatever has to follow from it must be
 * there by then.
 */
final class Effects {
    private final Engine engine;
    private final Overflow log;
    private final LaterRecords later;
    private List<Effect> waiting = new ArrayList<>();
    private boolean writing;

    /**
     * What is to be written of one delivery.
     *
     * @param later what is to be done with it some other time
     * @param told what the tenant is told about it
     */
    record Effect(List<Later> later, List<LogEntry> told, List<Write> rows, CompletableFuture<Void> durable) {
        Effect(List<Later> later, List<LogEntry> told, List<Write> rows) {
            this(later, told, rows, new CompletableFuture<>());
        }

        /** Of rows alone. */
        Effect(List<Write> rows) {
            this(List.of(), List.of(), rows);
        }

        boolean isNothing() {
            return later.isEmpty() && told.isEmpty() && rows.isEmpty();
        }
    }

    Effects(Engine engine, Overflow log, LaterRecords later) {
        this.engine = engine;
        this.log = log;
        this.later = later;
    }

    /** Durable when it completes. If it fails, nobody knows how much of it is. */
    CompletableFuture<Void> write(Effect effect) {
        if (effect.isNothing()) {
            return CompletableFuture.completedFuture(null);
        }
        write(List.of(effect));
        return effect.durable();
    }

    /** Several at once; each completes when it is durable. */
    void write(List<Effect> effects) {
        synchronized (this) {
            waiting.addAll(effects);
            if (writing) {
                return;
            }
            writing = true;
        }
        next();
    }

    private void next() {
        List<Effect> taken;
        synchronized (this) {
            if (waiting.isEmpty()) {
                writing = false;
                return;
            }
            taken = waiting;
            waiting = new ArrayList<>();
        }
        CompletableFuture<Void> written;
        try {
            written = store(taken);
        } catch (RuntimeException e) {
            written = CompletableFuture.failedFuture(e);
        }
        written.whenComplete((ok, failure) -> {
            for (Effect effect : taken) {
                if (failure == null) {
                    effect.durable().complete(null);
                } else {
                    effect.durable().completeExceptionally(failure);
                }
            }
            next();
        });
    }

    private CompletableFuture<Void> store(List<Effect> effects) {
        List<Later> records = new ArrayList<>();
        List<LogEntry> told = new ArrayList<>();
        List<Write> rows = new ArrayList<>();
        for (Effect effect : effects) {
            records.addAll(effect.later());
            told.addAll(effect.told());
            rows.addAll(effect.rows());
        }
        CompletableFuture<Void> before =
                records.isEmpty() ? CompletableFuture.completedFuture(null) : later.addRecords(records);
        if (!told.isEmpty()) {
            before = CompletableFuture.allOf(before, log.append(told));
        }
        return before.thenCompose(done ->
                rows.isEmpty() ? CompletableFuture.completedFuture(null) : engine.write(Batch.acrossPartitions(rows)));
    }
}
