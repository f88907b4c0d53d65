package dev.tidings.log.rocksdb;

import dev.tidings.core.model.Priority;
import java.util.List;
import java.util.function.Consumer;

/**
 * The queues of one tenant by priority. Takes records from the most urgent lane that has any, the one in which the tenant waits for its
 * turn. Guarded by the lock of the {@link ReadyQueues}.
 */
final class TenantLanes {
    /** The lane of a tenant without records. */
    static final int NO_LANE = -1;

    final String name;
    /** The lane in which the tenant waits for its turn; maintained by {@link FairQueue}. */
    int currentLane = NO_LANE;

    private final PartitionQueues[] lanes = new PartitionQueues[Priority.values().length];

    TenantLanes(String name, PayloadBudget hot) {
        this.name = name;
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] = new PartitionQueues(hot);
        }
    }

    PartitionQueues lane(Priority priority) {
        return lanes[priority.ordinal()];
    }

    /** The first lane that has records. The declaration order starts with the most urgent priority. */
    int mostUrgent() {
        for (int i = 0; i < lanes.length; i++) {
            if (!lanes[i].isEmpty()) {
                return i;
            }
        }
        return NO_LANE;
    }

    /** Takes records of the lane in which the tenant waits, and returns how many. */
    int take(int max, List<QueueSlot> into) {
        return lanes[currentLane].take(max, into);
    }

    void forEach(Consumer<TenantQueue> each) {
        for (PartitionQueues lane : lanes) {
            lane.forEach(each);
        }
    }
}
