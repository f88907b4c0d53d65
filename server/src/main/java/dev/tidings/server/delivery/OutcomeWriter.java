package dev.tidings.server.delivery;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.server.pipeline.RecordHeader;
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
 * Writes the outcomes of deliveries durably, by group commit: outcomes that arrive during a write go into the next one. Retries a refused
 * write, or fails it for receipts, which the provider sends again.
 *
 * <p>The rows are written last. They prevent an attempt from being repeated, so the retries and events that follow from
 * it must be durable by then.
 */
final class OutcomeWriter {
    private static final Logger LOG = LoggerFactory.getLogger(OutcomeWriter.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
    private static final Duration MAX_PAUSE = Duration.ofSeconds(1);

    private final Engine engine;
    private final SpillingLog log;
    private final DelayQueue delayQueue;
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

        /** Writes of rows only. */
        DeliveryWrites(List<Write> rows) {
            this(List.of(), List.of(), rows);
        }

        boolean isEmpty() {
            return delayed.isEmpty() && events.isEmpty() && rows.isEmpty();
        }
    }

    private OutcomeWriter(Engine engine, SpillingLog log, DelayQueue delayQueue, boolean retries) {
        this.engine = engine;
        this.log = log;
        this.delayQueue = delayQueue;
        this.retries = retries;
    }

    /** Fails when a write is refused: the provider sends the receipt again. */
    static OutcomeWriter withoutRetry(Engine engine, SpillingLog log, DelayQueue delayQueue) {
        return new OutcomeWriter(engine, log, delayQueue, false);
    }

    /** Retries until it is written: the outcome of a call is stored nowhere else, and without it the call would be repeated. */
    static OutcomeWriter withRetry(Engine engine, SpillingLog log, DelayQueue delayQueue) {
        return new OutcomeWriter(engine, log, delayQueue, true);
    }

    /** Throws while a write is being retried: the outcomes of new calls would only queue behind it. */
    void throwIfBlocked() {
        Throwable failure = retriedFailure;
        if (failure != null) {
            throw new StoreException(
                    StoreException.Reason.OVERLOADED, "results of earlier deliveries could not be stored yet", failure);
        }
    }

    /** Completes when the writes are durable. After a failure they may be durable in part. */
    CompletableFuture<Void> write(DeliveryWrites writes) {
        if (writes.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        write(List.of(writes));
        return writes.durable();
    }

    /** Writes the outcomes of several deliveries; each completes when it is durable. */
    void write(List<DeliveryWrites> outcomes) {
        synchronized (this) {
            waiting.addAll(outcomes);
            if (writing) {
                return;
            }
            writing = true;
        }
        next();
    }

    private void next() {
        List<DeliveryWrites> batch;
        synchronized (this) {
            if (waiting.isEmpty()) {
                writing = false;
                return;
            }
            batch = waiting;
            waiting = new ArrayList<>();
        }
        write(new Commit(batch), FIRST_PAUSE);
    }

    private void write(Commit commit, Duration pause) {
        commit.store().whenComplete((ok, failure) -> {
            if (failure != null && retries && isTransient(Futures.unwrap(failure))) {
                retryLater(commit, pause, Futures.unwrap(failure));
                return;
            }
            retriedFailure = null;
            for (DeliveryWrites writes : commit.outcomes) {
                if (failure == null) {
                    writes.durable().complete(null);
                } else {
                    writes.durable().completeExceptionally(failure);
                }
            }
            next();
        });
    }

    private void retryLater(Commit commit, Duration pause, Throwable failure) {
        if (retriedFailure == null) {
            LOG.warn("results of {} deliveries could not be stored; retrying", commit.outcomes.size(), failure);
        }
        retriedFailure = failure;
        Duration longer = pause.multipliedBy(2).compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : pause.multipliedBy(2);
        CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS)
                .execute(() -> write(commit, longer));
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
     * One group commit and its progress. The rows may be refused for hours. The steps before them are not repeated on each retry, otherwise
     * tenants would receive their events that often.
     */
    private final class Commit {
        private final List<DeliveryWrites> outcomes;
        /** The delayed records and events, stored before the rows. */
        private final List<RetryableWrite> beforeRows = new ArrayList<>();

        private final List<Write> rows = new ArrayList<>();

        Commit(List<DeliveryWrites> outcomes) {
            this.outcomes = outcomes;
            List<DelayedRecord> records = new ArrayList<>();
            // By tenant: one tenant's full backlog must not cause duplicate events for the others.
            Map<String, List<LogEntry>> events = new LinkedHashMap<>();
            for (DeliveryWrites writes : outcomes) {
                records.addAll(writes.delayed());
                writes.events()
                        .forEach(event -> events.computeIfAbsent(event.tenant(), tenant -> new ArrayList<>())
                                .add(event));
                rows.addAll(writes.rows());
            }
            if (!records.isEmpty()) {
                beforeRows.add(new RetryableWrite(() -> delayQueue.addRecords(records)));
            }
            events.values()
                    .forEach(ofTenant -> beforeRows.add(
                            new RetryableWrite(() -> log.append(ofTenant), () -> log.append(redelivered(ofTenant)))));
        }

        CompletableFuture<Void> store() {
            return CompletableFuture.allOf(
                            beforeRows.stream().map(RetryableWrite::write).toArray(CompletableFuture[]::new))
                    .thenCompose(done -> rows.isEmpty()
                            ? CompletableFuture.completedFuture(null)
                            : engine.write(Batch.acrossPartitions(rows)));
        }
    }

    /** Marks the events as redelivered, so that the webhook stage can drop duplicates. */
    private static List<LogEntry> redelivered(List<LogEntry> events) {
        return events.stream().map(RecordHeader::markRedelivered).toList();
    }
}
