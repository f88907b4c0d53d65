package dev.tidings.log.rocksdb;

import dev.tidings.core.model.Priority;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Weighted fair queueing between lanes and round-robin between tenants. Within a tenant urgency is strict: it is served from its most
 * urgent lane that has records. Between tenants the lanes share the throughput by weight, so that urgent records of one tenant do not
 * starve those of another. Guarded by the lock of the {@link ReadyQueues}.
 *
 * <p>Each lane has a virtual clock that advances with every record handed out, more slowly the more urgent the lane is; the lane furthest
 * behind is next. A lane that was empty starts no earlier than the one served last: it has saved up no credit but is next, so that light
 * users do not wait for heavy ones.
 */
final class FairQueue {
    /** Enough to read a deep queue in long runs, and few enough for several tenants to share a batch. */
    static final int QUANTUM = 32;
    /** The virtual cost of a record: a lane that never runs empty gets twice the share of the next less urgent one. */
    private static final int[] COST = {1, 2, 4, 8};

    private final PayloadBudget hot;
    private final Map<String, TenantLanes> tenants = new HashMap<>();
    private final RoundRobin[] lines = new RoundRobin[Priority.values().length];
    private final long[] clocks = new long[lines.length];
    /** The clock of the lane served last, before it was served. */
    private long now;

    FairQueue(PayloadBudget hot) {
        this.hot = hot;
        for (int i = 0; i < lines.length; i++) {
            lines[i] = new RoundRobin();
        }
    }

    /** The caller must call {@link #reposition} after it has added records. */
    TenantLanes tenant(String name) {
        return tenants.computeIfAbsent(name, tenant -> new TenantLanes(tenant, hot));
    }

    /** Moves the tenant to the lane in which it now belongs. */
    void reposition(TenantLanes tenant) {
        int before = tenant.currentLane;
        int after = tenant.mostUrgent();
        if (before == after) {
            return;
        }
        tenant.currentLane = after;
        if (before != TenantLanes.NO_LANE) {
            lines[before].leave();
        }
        if (after == TenantLanes.NO_LANE) {
            tenants.remove(tenant.name);
        } else {
            if (lines[after].isEmpty()) {
                clocks[after] = Math.max(clocks[after], now);
            }
            lines[after].join(tenant.name);
        }
    }

    boolean isEmpty() {
        return tenants.isEmpty();
    }

    /**
     * Takes a batch, all of one lane: an urgent record never waits until a less urgent one is processed.
     *
     * @param maxOfBulk the limit for the least urgent lane
     */
    void take(int max, int maxOfBulk, List<QueueSlot> into) {
        int lane = next();
        if (lane == TenantLanes.NO_LANE) {
            return;
        }
        now = clocks[lane];
        int limit = lane == Priority.BULK.ordinal() ? maxOfBulk : max;
        int left = limit;
        while (left > 0 && !lines[lane].isEmpty()) {
            TenantLanes tenant = tenants.get(lines[lane].next());
            if (tenant != null && tenant.currentLane == lane) {
                left -= tenant.take(Math.min(left, QUANTUM), into);
                lines[lane].markServed(tenant.name);
                reposition(tenant);
            }
        }
        clocks[lane] += (long) COST[lane] * (limit - left);
    }

    /** The lane furthest behind; of several, the most urgent. */
    private int next() {
        int next = TenantLanes.NO_LANE;
        for (int lane = 0; lane < lines.length; lane++) {
            if (!lines[lane].isEmpty() && (next == TenantLanes.NO_LANE || clocks[lane] < clocks[next])) {
                next = lane;
            }
        }
        return next;
    }

    void forEach(Consumer<TenantQueue> each) {
        tenants.values().forEach(tenant -> tenant.forEach(each));
    }
}
