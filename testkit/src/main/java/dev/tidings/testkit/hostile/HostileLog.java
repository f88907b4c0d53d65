package dev.tidings.testkit.hostile;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.core.log.LogException.Reason;
import dev.tidings.core.log.Stage;
import dev.tidings.testkit.log.ForwardingLog;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A log that does the worst a shared log may do, over a real one:
 *
 * <ul>
 *   <li>partitions move in the middle of a batch, to another consumer and under a higher epoch; the former owner's acknowledgement is
 *       refused, and it goes on with its batch before, after or together with the new owner;
 *   <li>what a new owner gets may not be marked as redelivered;
 *   <li>a former owner may not notice that it is one;
 *   <li>an append may fail with an unknown outcome: all, some or none of its entries are there.
 * </ul>
 *
 * The consumers of a stage stand for the processes. The seed decides: the same calls in the same order have the same fate. The backlog
 * includes what former owners still work on, so that a test that waits for an empty log waits for them.
 */
public final class HostileLog extends ForwardingLog {
    private final HostileLogFaults faults;
    private final Random random;
    private final Map<Stage, SharedStage> stages = new ConcurrentHashMap<>();

    public HostileLog(Log real, HostileLogFaults faults, long seed) {
        super(real);
        this.faults = faults;
        // Consecutive seeds would have similar first numbers.
        this.random = new Random(seed * 0x9E37_79B9_7F4A_7C15L);
    }

    @Override
    public CompletableFuture<Void> append(List<LogEntry> entries) {
        int appended = entries.size();
        synchronized (random) {
            if (random.nextDouble() >= faults.unknownAppends()) {
                return super.append(entries);
            }
            appended = random.nextInt(entries.size() + 1);
        }
        return super.append(entries.subList(0, appended)).thenRun(() -> {
            throw new LogException(Reason.FAILED, "no answer to an append of " + entries.size() + " entries");
        });
    }

    @Override
    public List<LogConsumer> consumers(Stage stage, int count) {
        SharedStage shared = new SharedStage(faults, random);
        stages.put(stage, shared);
        return shared.over(super.consumers(stage, count));
    }

    @Override
    public long backlog(Stage stage) {
        SharedStage shared = stages.get(stage);
        return super.backlog(stage) + (shared == null ? 0 : shared.lostInFlight());
    }

    @Override
    public void close() {
        stages.values().forEach(SharedStage::close);
        super.close();
    }
}
