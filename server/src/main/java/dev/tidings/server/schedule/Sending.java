package dev.tidings.server.schedule;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.server.log.EnvelopeCodec;
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
final class Sending {
    private static final Logger LOG = LoggerFactory.getLogger(Sending.class);
    private static final int MAX_IN_FLIGHT = 4;

    private final Log log;
    private final ScheduleStates states;
    private final ShardId shard;
    private final Runnable wake;
    private final long ahead;
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    /** The earliest due time of each batch in flight, with counts. */
    private final NavigableMap<Instant, Integer> inFlight = new TreeMap<>();

    private int batches;

    /** The result of a batch: the rows that are done, and those to be sent again. */
    record Answer(Instant oldest, List<Due> sent, int skipped, List<Due> again, Throwable failure) {}

    /**
     * @param ahead how many records of a tenant and lane may wait in the log before the rest waits here, so that requests sent immediately
     *     find a short queue
     * @param wake called when there is a result
     */
    Sending(Log log, ScheduleStates states, ShardId shard, long ahead, Runnable wake) {
        this.log = log;
        this.states = states;
        this.shard = shard;
        this.ahead = ahead;
        this.wake = wake;
    }

    boolean hasRoom() {
        return batches < MAX_IN_FLIGHT;
    }

    boolean isIdle() {
        return batches == 0;
    }

    /** Whether the backlog of a tenant and lane has room; otherwise rows would only wait in the log instead of here. */
    boolean logHasRoom(Line line) {
        return log.backlog(line.lane(), line.tenant()) < ahead;
    }

    /** The earliest due time in flight; null if nothing is. */
    Instant oldest() {
        return inFlight.isEmpty() ? null : inFlight.firstKey();
    }

    void send(List<Due> batch) {
        Instant oldest = batch.get(0).at();
        inFlight.merge(oldest, 1, Integer::sum);
        batches++;
        start(batch, oldest).whenComplete((answer, failure) -> {
            answers.add(failure == null ? answer : failed(batch, oldest, Futures.cause(failure)));
            wake.run();
        });
    }

    /** The next result; null if none has arrived. */
    Answer answer() {
        Answer answer = answers.poll();
        if (answer != null) {
            batches--;
            inFlight.computeIfPresent(answer.oldest(), (key, count) -> count == 1 ? null : count - 1);
        }
        return answer;
    }

    private CompletableFuture<Answer> start(List<Due> batch, Instant oldest) {
        try {
            boolean plain = batch.stream().noneMatch(Due::doubtful);
            return plain
                    ? append(batch, oldest, 0)
                    : valid(batch)
                            .thenCompose(valid -> valid.isEmpty()
                                    ? CompletableFuture.completedFuture(
                                            new Answer(oldest, List.of(), batch.size(), List.of(), null))
                                    : append(valid, oldest, batch.size() - valid.size()));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<Answer> append(List<Due> batch, Instant oldest, int skipped) {
        List<LogEntry> entries = new ArrayList<>(batch.size());
        for (Due due : batch) {
            entry(due).ifPresent(entries::add);
        }
        CompletableFuture<Void> appended =
                entries.isEmpty() ? CompletableFuture.completedFuture(null) : log.append(entries);
        return appended.thenApply(ok -> new Answer(oldest, batch, skipped, List.of(), null));
    }

    private static Optional<LogEntry> entry(Due due) {
        try {
            LogEntry entry = DueRecord.decode(due.tenant(), due.record());
            return Optional.of(due.repeated() ? EnvelopeCodec.repeated(entry) : entry);
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

    private CompletableFuture<List<Due>> valid(List<Due> batch) {
        Map<Due, CompletableFuture<Boolean>> asked = new HashMap<>();
        for (Due due : batch) {
            if (due.doubtful()) {
                asked.put(due, states.maySend(due, shard));
            }
        }
        return CompletableFuture.allOf(asked.values().toArray(CompletableFuture[]::new))
                .thenApply(all -> batch.stream()
                        .filter(due -> !due.doubtful() || asked.get(due).join())
                        .toList());
    }

    private static Answer failed(List<Due> batch, Instant oldest, Throwable failure) {
        boolean notAppended = failure instanceof LogException refusal && refusal.reason() != LogException.Reason.FAILED;
        List<Due> again = notAppended ? batch : batch.stream().map(Due::again).toList();
        return new Answer(oldest, List.of(), 0, again, failure);
    }
}
