package dev.tidings.log.rocksdb;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The queues of one tenant in one lane, one per partition. Takes records from them in round-robin order. Guarded by the lock of the
 * {@link ReadyQueues}.
 */
final class PartitionQueues {
    private final PayloadBudget hot;
    private final Map<Integer, TenantQueue> queues = new LinkedHashMap<>();

    PartitionQueues(PayloadBudget hot) {
        this.hot = hot;
    }

    /** @param position where the queue starts if it has to be created */
    TenantQueue queue(LogKey.QueueKey place, long position) {
        return queues.computeIfAbsent(place.partition(), partition -> new TenantQueue(place, position, hot));
    }

    TenantQueue existing(int partition) {
        return queues.get(partition);
    }

    void adopt(TenantQueue queue) {
        queues.put(queue.key.partition(), queue);
    }

    boolean isEmpty() {
        return queues.isEmpty();
    }

    int take(int max, List<QueueSlot> into) {
        int taken = 0;
        while (taken < max && !queues.isEmpty()) {
            Iterator<TenantQueue> first = queues.values().iterator();
            TenantQueue queue = first.next();
            first.remove();
            taken += queue.take(max - taken, into);
            if (!queue.isEmpty()) {
                adopt(queue);
            }
        }
        return taken;
    }

    void forEach(Consumer<TenantQueue> each) {
        queues.values().forEach(each);
    }
}
