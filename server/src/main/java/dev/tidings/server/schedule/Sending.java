package dev.tidings.server.schedule;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.server.log.EnvelopeCodec;
import dev.tidings.widecolumn.Answers;
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
 * Puts what is due into the log, a few handfuls at a time, of one line each: a tenant with too much waiting is refused for itself.
 * For one thread, but answers come from others.
 */
final class Sending {
    private static final Logger LOG = LoggerFactory.getLogger(Sending.class);
    private static final int MOST_UNDER_WAY = 4;

    private final Log log;
    private final ScheduleStates states;
    private final ShardId shard;
    private final Runnable wake;
    private final long ahead;
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    /** When the earliest of each handful under way is due, and how many of them. */
    private final NavigableMap<Instant, Integer> underWay = new TreeMap<>();

    private int handfuls;

    /** What became of a handful: those that are done with, and those to be sent again. */
    record Answer(Instant oldest, List<Due> sent, int skipped, List<Due> again, Throwable failure) {}

    /**
     * @param ahead how many of a line may wait in the log before the rest of it waits here, so that what is sent at once finds little before it
     * @param wake is called when there is an answer
     */
    Sending(Log log, ScheduleStates states, ShardId shard, long ahead, Runnable wake) {
        this.log = log;
        this.states = states;
        this.shard = shard;
        this.ahead = ahead;
        this.wake = wake;
    }

    boolean hasRoom() {
        return handfuls < MOST_UNDER_WAY;
    }

    boolean isIdle() {
        return handfuls == 0;
    }

    /** Whether more of a line can be sent; otherwise it would only wait in the log instead of here. */
    boolean logHasRoom(Line line) {
        return log.backlog(line.lane(), line.tenant()) < ahead;
    }

    /** When the earliest that is under way was due; null if nothing is. */
    Instant oldest() {
        return underWay.isEmpty() ? null : underWay.firstKey();
    }

    void send(List<Due> handful) {
        Instant oldest = handful.get(0).at();
        underWay.merge(oldest, 1, Integer::sum);
        handfuls++;
        start(handful, oldest).whenComplete((answer, failure) -> {
            answers.add(failure == null ? answer : failed(handful, oldest, Answers.cause(failure)));
            wake.run();
        });
    }

    /** One that has come since; null if none. */
    Answer answer() {
        Answer answer = answers.poll();
        if (answer != null) {
            handfuls--;
            underWay.computeIfPresent(answer.oldest(), (key, count) -> count == 1 ? null : count - 1);
        }
        return answer;
    }

    private CompletableFuture<Answer> start(List<Due> handful, Instant oldest) {
        try {
            boolean plain = handful.stream().noneMatch(Due::doubtful);
            return plain
                    ? append(handful, oldest, 0)
                    : valid(handful)
                            .thenCompose(valid -> valid.isEmpty()
                                    ? CompletableFuture.completedFuture(
                                            new Answer(oldest, List.of(), handful.size(), List.of(), null))
                                    : append(valid, oldest, handful.size() - valid.size()));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<Answer> append(List<Due> handful, Instant oldest, int skipped) {
        List<LogEntry> entries = new ArrayList<>(handful.size());
        for (Due due : handful) {
            entry(due).ifPresent(entries::add);
        }
        CompletableFuture<Void> appended =
                entries.isEmpty() ? CompletableFuture.completedFuture(null) : log.append(entries);
        return appended.thenApply(ok -> new Answer(oldest, handful, skipped, List.of(), null));
    }

    private static Optional<LogEntry> entry(Due due) {
        try {
            LogEntry entry = DueRecord.decode(due.tenant(), due.record());
            return Optional.of(due.repeated() ? EnvelopeCodec.repeated(entry) : entry);
        } catch (RuntimeException e) {
            // It stays where it is for two weeks. Nothing behind it has to wait for somebody who can read it.
            LOG.error("notification {} of tenant {}, due {}, can't be sent", due.id(), due.tenant(), due.at(), e);
            return Optional.empty();
        }
    }

    private CompletableFuture<List<Due>> valid(List<Due> handful) {
        Map<Due, CompletableFuture<Boolean>> asked = new HashMap<>();
        for (Due due : handful) {
            if (due.doubtful()) {
                asked.put(due, states.maySend(due, shard));
            }
        }
        return CompletableFuture.allOf(asked.values().toArray(CompletableFuture[]::new))
                .thenApply(all -> handful.stream()
                        .filter(due -> !due.doubtful() || asked.get(due).join())
                        .toList());
    }

    private static Answer failed(List<Due> handful, Instant oldest, Throwable failure) {
        boolean notAppended = failure instanceof LogException refusal && refusal.reason() != LogException.Reason.FAILED;
        List<Due> again =
                notAppended ? handful : handful.stream().map(Due::again).toList();
        return new Answer(oldest, List.of(), 0, again, failure);
    }
}
