package dev.tidings.server.log;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Who stands in line for turns in one lane. Who comes anew goes ahead of those who have had a turn, once: after its turn it is
 * behind all others, and that place is kept for it even if it has nothing for a while. Guarded by the desk's lock.
 */
final class LaneLine {
    private final Set<String> fresh = new LinkedHashSet<>();
    private final Set<String> served = new LinkedHashSet<>();

    /** Of those in line, the ones that have something for this lane and nothing more urgent. */
    private int waiting;

    boolean isEmpty() {
        return waiting == 0;
    }

    void join(String tenant) {
        waiting++;
        if (!served.contains(tenant)) {
            fresh.add(tenant);
        }
    }

    void leave() {
        waiting--;
        if (waiting == 0) {
            // With nobody to be fair to, the order is of no use, and the names of those long gone would pile up.
            fresh.clear();
            served.clear();
        }
    }

    /** Takes the first out of line; it may have left meanwhile. */
    String next() {
        Iterator<String> first = (fresh.isEmpty() ? served : fresh).iterator();
        String tenant = first.next();
        first.remove();
        return tenant;
    }

    /** To be called before the tenant leaves or stays. */
    void hadItsTurn(String tenant) {
        served.add(tenant);
    }
}
