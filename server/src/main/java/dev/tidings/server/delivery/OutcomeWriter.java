package dev.tidings.server.delivery;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.server.pipeline.EnvelopeCodec;
import dev.tidings.server.schedule.DelayQueue;
import dev.tidings.server.schedule.DelayedRecord;
import dev.tidings.server.schedule.SpillingLog;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Futures;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the outcomes of deliveries durable, by group commit: outcomes that arrive during a write go into the next one.
 *
 * <p>The rows are written last. They record that an attempt was made, so that it is not made again; everything that has to follow
 * from it must be durable by then.
 */
final class OutcomeWriter {
    private static final Logger LOG = LoggerFactory.getLogger(OutcomeWriter.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
    private static final Duration MAX_PAUSE = Duration.ofSeconds(1);

    private final Engine engine;
    private final SpillingLog log;
    private final DelayQueue later;
    private List<DeliveryWrites> waiting = new ArrayList<>();
    private boolean writing;
    private final boolean retries;
    /** The failure that is being retried; null if writes succeed. */
    private volatile Throwable retriedFailure;

    /**
     * The writes that result from one delivery.
     *
     * @param delayed records to be processed at a later time
     * @param events webhook events about it
     */
    record DeliveryWrites(
            List<DelayedRecord> delayed, List<LogEntry> events, List<Write> rows, CompletableFuture<Void> durable) {
        DeliveryWrites(List<DelayedRecord> delayedRecords, List<LogEntry> events, List<Write> rows) {
            this(delayedRecords, events, rows, new CompletableFuture<>());
        }

        /** An effect of rows only. */
        DeliveryWrites(List<Write> rows) {
            this(List.of(), List.of(), rows);
        }

        boolean isEmpty() {
            return delayed.isEmpty() && events.isEmpty() && rows.isEmpty();
        }
    }

    private OutcomeWriter(Engine engine, SpillingLog log, DelayQueue later, boolean retries) {
        this.engine = engine;
        this.log = log;
        this.later = later;
        this.retries = retries;
    }

    /** Fails when a write is refused: the provider will report the same receipt again. */
    static OutcomeWriter withoutRetry(Engine engine, SpillingLog log, DelayQueue later) {
        return new OutcomeWriter(engine, log, later, false);
    }

    /** Retries until it is written: the outcome of a call is known nowhere else, and without it the call would be made again. */
    static OutcomeWriter withRetry(Engine engine, SpillingLog log, DelayQueue later) {
        return new OutcomeWriter(engine, log, later, true);
    }

    /** Throws while a write is being retried: the outcomes of new calls would only queue behind it. */
    void throwIfBlocked() {
        Throwable why = retriedFailure;
        if (why != null) {
            throw new StoreException(
                    StoreException.Reason.OVERLOADED, "results of earlier deliveries could not be stored yet", why);
        }
    }

    /** Completes when the effect is durable. After a failure it may be durable in part. */
    CompletableFuture<Void> write(DeliveryWrites effect) {
        if (effect.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        write(List.of(effect));
        return effect.durable();
    }

    /** Writes several effects; each completes when it is durable. */
    void write(List<DeliveryWrites> effects) {
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
        List<DeliveryWrites> taken;
        synchronized (this) {
            if (waiting.isEmpty()) {
                writing = false;
                return;
            }
            taken = waiting;
            waiting = new ArrayList<>();
        }
        write(new Commit(taken), FIRST_PAUSE);
    }

    private void write(Commit writing, Duration pause) {
        writing.store().whenComplete((ok, failure) -> {
            if (failure != null && retries && isTransient(Futures.unwrap(failure))) {
                retryLater(writing, pause, Futures.unwrap(failure));
                return;
            }
            retriedFailure = null;
            for (DeliveryWrites effect : writing.effects) {
                if (failure == null) {
                    effect.durable().complete(null);
                } else {
                    effect.durable().completeExceptionally(failure);
                }
            }
            next();
        });
    }

    private void retryLater(Commit writing, Duration pause, Throwable failure) {
        if (retriedFailure == null) {
            LOG.warn("results of {} deliveries could not be stored; retrying", writing.effects.size(), failure);
        }
        retriedFailure = failure;
        Duration longer = pause.multipliedBy(2).compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : pause.multipliedBy(2);
        CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS)
                .execute(() -> write(writing, longer));
    }

    /** A retry is safe: rows and delayed records are idempotent, and events are marked as redelivered. */
    private static boolean isTransient(Throwable failure) {
        if (failure instanceof StoreException store) {
            return store.reason() == StoreException.Reason.UNKNOWN_OUTCOME
                    || store.retrySafe() && store.reason() != StoreException.Reason.CLOSED;
        }
        return failure instanceof LogException log && log.reason() != LogException.Reason.CLOSED;
    }

    /**
     * One commit and its progress. Tables may refuse the rows for hours: the steps before them are not repeated each time, or tenants
     * would receive their events as often.
     */
    private final class Commit {
        private final List<DeliveryWrites> effects;
        private final List<RetryableWrite> before = new ArrayList<>();
        private final List<Write> rows = new ArrayList<>();

        Commit(List<DeliveryWrites> effects) {
            this.effects = effects;
            List<DelayedRecord> records = new ArrayList<>();
            // By tenant: one tenant's full backlog must not cause duplicate events for the others.
            Map<String, List<LogEntry>> events = new LinkedHashMap<>();
            for (DeliveryWrites effect : effects) {
                records.addAll(effect.delayed());
                effect.events()
                        .forEach(event -> events.computeIfAbsent(event.tenant(), tenant -> new ArrayList<>())
                                .add(event));
                rows.addAll(effect.rows());
            }
            if (!records.isEmpty()) {
                before.add(new RetryableWrite(() -> later.addRecords(records)));
            }
            events.values()
                    .forEach(ofTenant -> before.add(
                            new RetryableWrite(() -> log.append(ofTenant), () -> log.append(redelivered(ofTenant)))));
        }

        CompletableFuture<Void> store() {
            return CompletableFuture.allOf(
                            before.stream().map(RetryableWrite::write).toArray(CompletableFuture[]::new))
                    .thenCompose(done -> rows.isEmpty()
                            ? CompletableFuture.completedFuture(null)
                            : engine.write(Batch.acrossPartitions(rows)));
        }
    }

    /** Marks the events as redelivered, so that the webhook stage can drop duplicates. */
    private static List<LogEntry> redelivered(List<LogEntry> events) {
        return events.stream().map(EnvelopeCodec::markRedelivered).toList();
    }
}
