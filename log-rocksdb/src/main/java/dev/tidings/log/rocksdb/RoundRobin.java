package dev.tidings.log.rocksdb;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The order in which the tenants of one lane are served. A new tenant goes ahead of those already served, once; after its turn it is behind
 * all others, and keeps that position even if it has no records for a while. Guarded by the lock of the {@link ReadyQueues}.
 */
final class RoundRobin {
    private final Set<String> fresh = new LinkedHashSet<>();
    private final Set<String> served = new LinkedHashSet<>();

    /** The number of tenants for which this lane is the most urgent one with records. */
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
            // With no tenant waiting, the order is of no use, and names of idle tenants would accumulate.
            fresh.clear();
            served.clear();
        }
    }

    /** Removes and returns the first tenant; it may have left meanwhile. */
    String next() {
        Iterator<String> first = (fresh.isEmpty() ? served : fresh).iterator();
        String tenant = first.next();
        first.remove();
        return tenant;
    }

    /** Must be called before {@link FairQueue} decides whether the tenant leaves. */
    void markServed(String tenant) {
        served.add(tenant);
    }
}
