package dev.tidings.server.schedule;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.server.pipeline.RecordHeader;
import dev.tidings.widecolumn.Futures;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
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
 * Appends batches of due rows of one shard to the log, each of one tenant and lane, and reports their results. Rows with an attempted
 * cancel or move are checked first, and skipped if it succeeded. For one thread; batches complete on others.
 */
final class BatchAppender {
    private static final Logger LOG = LoggerFactory.getLogger(BatchAppender.class);
    private static final int MAX_IN_FLIGHT = 4;

    private final Log log;
    private final ScheduleStates states;
    private final ShardId shard;
    private final Runnable wake;
    private final long maxLogBacklog;
    private final Queue<AppendResult> results = new ConcurrentLinkedQueue<>();
    /** The earliest due time of each batch in flight, with counts. */
    private final NavigableMap<Instant, Integer> inFlight = new TreeMap<>();

    private int batches;

    /**
     * The result of a batch: the rows that are done, the number of cancelled or moved ones, those of a newer version, which are left alone,
     * and the rows to retry after a failure.
     */
    record AppendResult(
            Instant oldest, List<DueRow> sent, int skipped, List<DueRow> left, List<DueRow> retry, Throwable failure) {}

    /**
     * @param maxLogBacklog the number of records of a tenant and lane in the log from which further rows wait here, so that immediate
     *     notifications find a short queue
     * @param wake called when there is a result
     */
    BatchAppender(Log log, ScheduleStates states, ShardId shard, long maxLogBacklog, Runnable wake) {
        this.log = log;
        this.states = states;
        this.shard = shard;
        this.maxLogBacklog = maxLogBacklog;
        this.wake = wake;
    }

    boolean hasCapacity() {
        return batches < MAX_IN_FLIGHT;
    }

    boolean isIdle() {
        return batches == 0;
    }

    /** Whether the backlog of a tenant and lane in the log is below the limit. */
    boolean logHasCapacity(TenantLane lane) {
        return log.backlog(lane.lane(), lane.tenant()) < maxLogBacklog;
    }

    /** The earliest due time in flight; null if nothing is. */
    Instant oldestInFlight() {
        return inFlight.isEmpty() ? null : inFlight.firstKey();
    }

    void send(List<DueRow> batch) {
        Instant oldest = batch.get(0).at();
        inFlight.merge(oldest, 1, Integer::sum);
        batches++;
        start(batch, oldest).whenComplete((result, failure) -> {
            results.add(failure == null ? result : failed(batch, oldest, Futures.unwrap(failure)));
            wake.run();
        });
    }

    /** The next result; null if none has arrived. */
    AppendResult pollResult() {
        AppendResult result = results.poll();
        if (result != null) {
            batches--;
            inFlight.computeIfPresent(result.oldest(), (key, count) -> count == 1 ? null : count - 1);
        }
        return result;
    }

    private CompletableFuture<AppendResult> start(List<DueRow> batch, Instant oldest) {
        try {
            boolean plain = batch.stream().noneMatch(due -> due.needsStateCheck() || due.isNewer());
            return plain
                    ? append(batch, oldest, 0, List.of())
                    : decide(batch)
                            .thenCompose(rows -> append(
                                    rows.get(DueDecision.SEND),
                                    oldest,
                                    rows.get(DueDecision.SKIP).size(),
                                    rows.get(DueDecision.LEAVE)));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<AppendResult> append(List<DueRow> batch, Instant oldest, int skipped, List<DueRow> left) {
        List<LogEntry> entries = new ArrayList<>(batch.size());
        for (DueRow due : batch) {
            entry(due).ifPresent(entries::add);
        }
        CompletableFuture<Void> appended =
                entries.isEmpty() ? CompletableFuture.completedFuture(null) : log.append(entries);
        return appended.thenApply(ok -> new AppendResult(oldest, batch, skipped, left, List.of(), null));
    }

    private static Optional<LogEntry> entry(DueRow due) {
        try {
            LogEntry entry = DueRecordCodec.decode(due.tenant(), due.record());
            return Optional.of(due.redelivered() ? RecordHeader.markRedelivered(entry) : entry);
        } catch (RuntimeException e) {
            // The row stays in its table for two weeks. It must not block the rows after it.
            LOG.error(
                    "notification {} of tenant {}, due {}, can't be decoded and is skipped",
                    due.id(),
                    due.tenant(),
                    due.at(),
                    e);
            return Optional.empty();
        }
    }

    /** The rows by decision, in the order of the batch. */
    private CompletableFuture<Map<DueDecision, List<DueRow>>> decide(List<DueRow> batch) {
        List<CompletableFuture<DueDecision>> decisions =
                batch.stream().map(this::decide).toList();
        return CompletableFuture.allOf(decisions.toArray(CompletableFuture[]::new))
                .thenApply(all -> {
                    Map<DueDecision, List<DueRow>> rows = new EnumMap<>(DueDecision.class);
                    for (DueDecision decision : DueDecision.values()) {
                        rows.put(decision, new ArrayList<>());
                    }
                    for (int i = 0; i < batch.size(); i++) {
                        rows.get(decisions.get(i).join()).add(batch.get(i));
                    }
                    return rows;
                });
    }

    private CompletableFuture<DueDecision> decide(DueRow due) {
        if (due.isNewer()) {
            return CompletableFuture.completedFuture(DueDecision.LEAVE);
        }
        return due.needsStateCheck() ? states.decide(due, shard) : CompletableFuture.completedFuture(DueDecision.SEND);
    }

    private static AppendResult failed(List<DueRow> batch, Instant oldest, Throwable failure) {
        boolean notAppended = failure instanceof LogException refusal && refusal.reason() != LogException.Reason.FAILED;
        List<DueRow> retry =
                notAppended ? batch : batch.stream().map(DueRow::asRedelivered).toList();
        return new AppendResult(oldest, List.of(), 0, List.of(), retry, failure);
    }
}
