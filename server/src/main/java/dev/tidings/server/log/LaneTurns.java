package dev.tidings.server.log;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The tenants that have something in a lane, the one whose turn is next in front. A turn is so many records; who has more goes to
 * the end of the line, where a newcomer starts. Guarded by the desk's lock.
 */
final class LaneTurns {
    /** Enough to read a deep queue in long runs, and few enough for several tenants to share a handful. */
    static final int QUANTUM = 32;

    private final HotBytes hot;
    private final Map<String, TenantTurns> tenants = new LinkedHashMap<>();

    LaneTurns(HotBytes hot) {
        this.hot = hot;
    }

    TenantTurns tenant(String tenant) {
        return tenants.computeIfAbsent(tenant, name -> new TenantTurns(hot));
    }

    boolean isEmpty() {
        return tenants.isEmpty();
    }

    /** Gives one tenant its turn, and says how many records that were. */
    int turn(int most, List<Slot> into) {
        Iterator<Map.Entry<String, TenantTurns>> first = tenants.entrySet().iterator();
        Map.Entry<String, TenantTurns> next = first.next();
        first.remove();
        int taken = next.getValue().take(Math.min(most, QUANTUM), into);
        if (!next.getValue().isEmpty()) {
            tenants.put(next.getKey(), next.getValue());
        }
        return taken;
    }

    void forEach(Consumer<TenantQueue> each) {
        tenants.values().forEach(tenant -> tenant.forEach(each));
    }
}
