package dev.tidings.server.schedule;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.server.pipeline.EnvelopeCodec;
import dev.tidings.widecolumn.Futures;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends due rows to the log, a few batches in flight, each of one tenant and lane: a tenant with too large a backlog is refused alone.
 * For one thread; results arrive from others.
 */
final class DueDispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(DueDispatcher.class);
    private static final int MAX_IN_FLIGHT = 4;

    private final Log log;
    private final ScheduleStates states;
    private final ShardId shard;
    private final Runnable wake;
    private final long ahead;
    private final Queue<DispatchResult> answers = new ConcurrentLinkedQueue<>();
    /** The earliest due time of each batch in flight, with counts. */
    private final NavigableMap<Instant, Integer> inFlight = new TreeMap<>();

    private int batches;

    /** The result of a batch: the rows that are done, and those to be sent again. */
    record DispatchResult(Instant oldest, List<DueRow> sent, int skipped, List<DueRow> retry, Throwable failure) {}

    /**
     * @param ahead how many records of a tenant and lane may wait in the log before the rest waits here, so that requests sent immediately
     *     find a short queue
     * @param wake called when there is a result
     */
    DueDispatcher(Log log, ScheduleStates states, ShardId shard, long ahead, Runnable wake) {
        this.log = log;
        this.states = states;
        this.shard = shard;
        this.ahead = ahead;
        this.wake = wake;
    }

    boolean hasCapacity() {
        return batches < MAX_IN_FLIGHT;
    }

    boolean isIdle() {
        return batches == 0;
    }

    /** Whether the backlog of a tenant and lane has room; otherwise rows would only wait in the log instead of here. */
    boolean logHasCapacity(TenantLane lane) {
        return log.backlog(lane.lane(), lane.tenant()) < ahead;
    }

    /** The earliest due time in flight; null if nothing is. */
    Instant oldestInFlight() {
        return inFlight.isEmpty() ? null : inFlight.firstKey();
    }

    void send(List<DueRow> batch) {
        Instant oldest = batch.get(0).at();
        inFlight.merge(oldest, 1, Integer::sum);
        batches++;
        start(batch, oldest).whenComplete((answer, failure) -> {
            answers.add(failure == null ? answer : failed(batch, oldest, Futures.unwrap(failure)));
            wake.run();
        });
    }

    /** The next result; null if none has arrived. */
    DispatchResult pollResult() {
        DispatchResult answer = answers.poll();
        if (answer != null) {
            batches--;
            inFlight.computeIfPresent(answer.oldest(), (key, count) -> count == 1 ? null : count - 1);
        }
        return answer;
    }

    private CompletableFuture<DispatchResult> start(List<DueRow> batch, Instant oldest) {
        try {
            boolean plain = batch.stream().noneMatch(DueRow::needsStateCheck);
            return plain
                    ? append(batch, oldest, 0)
                    : valid(batch)
                            .thenCompose(valid -> valid.isEmpty()
                                    ? CompletableFuture.completedFuture(
                                            new DispatchResult(oldest, List.of(), batch.size(), List.of(), null))
                                    : append(valid, oldest, batch.size() - valid.size()));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<DispatchResult> append(List<DueRow> batch, Instant oldest, int skipped) {
        List<LogEntry> entries = new ArrayList<>(batch.size());
        for (DueRow due : batch) {
            entry(due).ifPresent(entries::add);
        }
        CompletableFuture<Void> appended =
                entries.isEmpty() ? CompletableFuture.completedFuture(null) : log.append(entries);
        return appended.thenApply(ok -> new DispatchResult(oldest, batch, skipped, List.of(), null));
    }

    private static Optional<LogEntry> entry(DueRow due) {
        try {
            LogEntry entry = DueRecordCodec.decode(due.tenant(), due.record());
            return Optional.of(due.redelivered() ? EnvelopeCodec.markRedelivered(entry) : entry);
        } catch (RuntimeException e) {
            // It stays in its table for two weeks. The rows behind it must not wait for it.
            LOG.error(
                    "notification {} of tenant {}, due {}, can't be decoded and is skipped",
                    due.id(),
                    due.tenant(),
                    due.at(),
                    e);
            return Optional.empty();
        }
    }

    private CompletableFuture<List<DueRow>> valid(List<DueRow> batch) {
        Map<DueRow, CompletableFuture<Boolean>> asked = new HashMap<>();
        for (DueRow due : batch) {
            if (due.needsStateCheck()) {
                asked.put(due, states.maySend(due, shard));
            }
        }
        return CompletableFuture.allOf(asked.values().toArray(CompletableFuture[]::new))
                .thenApply(all -> batch.stream()
                        .filter(due -> !due.needsStateCheck() || asked.get(due).join())
                        .toList());
    }

    private static DispatchResult failed(List<DueRow> batch, Instant oldest, Throwable failure) {
        boolean notAppended = failure instanceof LogException refusal && refusal.reason() != LogException.Reason.FAILED;
        List<DueRow> again =
                notAppended ? batch : batch.stream().map(DueRow::asRedelivered).toList();
        return new DispatchResult(oldest, List.of(), 0, again, failure);
    }
}
