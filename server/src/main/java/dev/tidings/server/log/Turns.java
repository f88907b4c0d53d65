package dev.tidings.server.log;

import dev.tidings.core.model.Priority;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Whose records come next. Within a tenant, urgency is all: it stands in line with its most urgent lane and is served from there.
 * Between tenants, the lanes share what can be done by weight, so that urgent records of one do not keep out those of
 * another. Guarded by the desk's lock.
 *
 * <p>Each lane has a clock, which goes ahead with every record that is handed out from it, the slower the more urgent the lane is;
 * the lane that is furthest behind comes next. A lane that was empty starts no earlier than the one served last, so it has saved
 * up nothing, but is next: whoever asks for little does not wait for those who ask for a lot.
 */
final class Turns {
    /** Enough to read a deep queue in long runs, and few enough for several tenants to share a handful. */
    static final int QUANTUM = 32;
    /** What a record costs its lane: of each lane that never runs empty, twice as many come as of the next less urgent one. */
    private static final int[] COST = {1, 2, 4, 8};

    private final HotBytes hot;
    private final Map<String, TenantLanes> tenants = new HashMap<>();
    private final LaneLine[] lines = new LaneLine[Priority.values().length];
    private final long[] clocks = new long[lines.length];
    /** The clock of the lane that was served last, when it was. */
    private long now;

    Turns(HotBytes hot) {
        this.hot = hot;
        for (int i = 0; i < lines.length; i++) {
            lines[i] = new LaneLine();
        }
    }

    /** To be told by {@link #changed} when something was put into it. */
    TenantLanes tenant(String name) {
        return tenants.computeIfAbsent(name, tenant -> new TenantLanes(tenant, hot));
    }

    /** Has the tenant stand where it now belongs. */
    void changed(TenantLanes tenant) {
        int before = tenant.standing;
        int after = tenant.mostUrgent();
        if (before == after) {
            return;
        }
        tenant.standing = after;
        if (before != TenantLanes.NOWHERE) {
            lines[before].leave();
        }
        if (after == TenantLanes.NOWHERE) {
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
     * Takes a handful, all from one lane: nothing urgent has to wait until something else is done as well.
     *
     * @param mostOfBulk the same bound for the least urgent lane
     */
    void take(int most, int mostOfBulk, List<Slot> into) {
        int lane = next();
        if (lane == TenantLanes.NOWHERE) {
            return;
        }
        now = clocks[lane];
        int bound = lane == Priority.BULK.ordinal() ? mostOfBulk : most;
        int room = bound;
        while (room > 0 && !lines[lane].isEmpty()) {
            TenantLanes tenant = tenants.get(lines[lane].next());
            if (tenant != null && tenant.standing == lane) {
                room -= tenant.take(Math.min(room, QUANTUM), into);
                lines[lane].hadItsTurn(tenant.name);
                changed(tenant);
            }
        }
        clocks[lane] += (long) COST[lane] * (bound - room);
    }

    /** The lane furthest behind, and of several the most urgent. */
    private int next() {
        int next = TenantLanes.NOWHERE;
        for (int lane = 0; lane < lines.length; lane++) {
            if (!lines[lane].isEmpty() && (next == TenantLanes.NOWHERE || clocks[lane] < clocks[next])) {
                next = lane;
            }
        }
        return next;
    }

    void forEach(Consumer<TenantQueue> each) {
        tenants.values().forEach(tenant -> tenant.forEach(each));
    }
}
