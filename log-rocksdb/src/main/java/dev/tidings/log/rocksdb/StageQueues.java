package dev.tidings.log.rocksdb;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjLongConsumer;

/**
 * The {@link ReadyQueues} of one stage: a single one until consumers are opened, then one per consumer, with the partitions distributed
 * over them. Passes on the entries of each commit.
 */
final class StageQueues {
    private final Stage stage;
    private final PayloadBudget hot;
    private List<ReadyQueues> queues;
    private boolean dealt;

    StageQueues(Stage stage, PayloadBudget hot) {
        this.stage = stage;
        this.hot = hot;
        this.queues = List.of(new ReadyQueues(hot));
    }

    synchronized void publish(long first, List<LogEntry> entries) {
        CommittedBatch committed = new CommittedBatch(stage, first, entries);
        for (int i = 0; i < queues.size(); i++) {
            queues.get(i).publish(committed, i, queues.size());
        }
    }

    /** Adds a queue recovered from disk. */
    synchronized void addRecovered(LogKey.QueueKey place, long first, int count) {
        TenantQueue queue = new TenantQueue(place, first - 1, hot);
        queue.addOnDisk(count);
        queues.get(0).adopt(queue);
    }

    /** Reports the lane and the first sequence of each queue. */
    synchronized void forEachOldest(ObjLongConsumer<Lane> oldest) {
        queues.forEach(ready -> ready.forEach(queue -> oldest.accept(queue.key.lane(), queue.oldest())));
    }

    /** Distributes the partitions over so many consumers. */
    synchronized List<ReadyQueues> distribute(int count) {
        if (dealt) {
            throw new IllegalStateException("stage " + stage + " already has consumers: they can be opened only once,"
                    + " since a partition belongs to one at a time");
        }
        dealt = true;
        List<ReadyQueues> many = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            many.add(new ReadyQueues(hot));
        }
        queues.get(0).forEach(queue -> many.get(queue.key.partition() % count).adopt(queue));
        queues = List.copyOf(many);
        return queues;
    }
}
