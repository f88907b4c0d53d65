package dev.tidings.channels.http;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;

/**
 * Shares the DNS lookup threads fairly among tenants. A lookup can't be cancelled, and one without a responding name server takes
 * many seconds. So each tenant has a limited number of lookups in flight, and further ones wait in that tenant's own queue.
 */
final class FairLookups {
    static final int MAX_IN_FLIGHT = 4;
    static final int MAX_WAITING = 500;

    private final Executor threads;
    private final Map<String, TenantQueue> lines = new HashMap<>();

    /** The lookups of one tenant: those in flight, and the queue behind them. */
    private static final class TenantQueue {
        private final Queue<Runnable> waiting = new ArrayDeque<>();
        private int inFlight;
    }

    FairLookups(Executor threads) {
        this.threads = threads;
    }

    /**
     * Runs a lookup when it is its turn.
     *
     * @return false if the tenant's queue is full: the lookup will not run
     */
    boolean submit(String tenant, Runnable lookup) {
        synchronized (this) {
            TenantQueue queue = lines.computeIfAbsent(tenant, key -> new TenantQueue());
            if (queue.inFlight == MAX_IN_FLIGHT) {
                return queue.waiting.size() < MAX_WAITING && queue.waiting.add(lookup);
            }
            queue.inFlight++;
        }
        begin(tenant, lookup);
        return true;
    }

    /** The number of tenants with lookups running or waiting. */
    synchronized int activeTenants() {
        return lines.size();
    }

    private void begin(String tenant, Runnable lookup) {
        try {
            threads.execute(() -> {
                try {
                    lookup.run();
                } finally {
                    next(tenant);
                }
            });
        } catch (RuntimeException | Error e) {
            // Not started for lack of a thread: free its slot anyway.
            next(tenant);
            throw e;
        }
    }

    /** Submitted like a new one instead of run in place: lookups of other tenants come first. */
    private void next(String tenant) {
        Runnable next;
        synchronized (this) {
            TenantQueue queue = lines.get(tenant);
            next = queue.waiting.poll();
            if (next == null) {
                queue.inFlight--;
                if (queue.inFlight == 0) {
                    lines.remove(tenant);
                }
                return;
            }
        }
        begin(tenant, next);
    }
}
