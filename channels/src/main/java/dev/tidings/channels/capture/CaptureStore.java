package dev.tidings.channels.capture;

import dev.tidings.core.deliver.Delivery;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What would have been sent: the newest of each tenant. Limited in number and bytes for a tenant, and in bytes for all of them
 * together, where the oldest goes first whoever's it is.
 */
final class CaptureStore {
    private final Limits limits;
    private final Map<Long, Captured> all = new LinkedHashMap<>();
    private final Map<String, OfTenant> byTenant = new HashMap<>();
    private long bytes;
    private long last;

    /** How much is kept. */
    record Limits(int perTenant, long bytesPerTenant, long bytes) {
        static final Limits STANDARD = new Limits(1_000, 16L << 20, 64L << 20);
    }

    private static final class OfTenant {
        private final Deque<Captured> oldestFirst = new ArrayDeque<>();
        private long bytes;
    }

    CaptureStore(Limits limits) {
        this.limits = limits;
    }

    synchronized Captured add(Instant at, String messageId, Delivery delivery) {
        Captured captured = new Captured(++last, at, messageId, delivery);
        OfTenant own = byTenant.computeIfAbsent(delivery.user().tenant(), tenant -> new OfTenant());
        all.put(captured.number(), captured);
        own.oldestFirst.add(captured);
        own.bytes += captured.bytes();
        bytes += captured.bytes();
        while (own.oldestFirst.size() > limits.perTenant() || own.bytes > limits.bytesPerTenant()) {
            drop(own.oldestFirst.peek());
        }
        while (bytes > limits.bytes()) {
            drop(all.values().iterator().next());
        }
        return captured;
    }

    /** The oldest of its tenant. */
    private void drop(Captured oldest) {
        String tenant = oldest.delivery().user().tenant();
        OfTenant own = byTenant.get(tenant);
        own.oldestFirst.remove();
        own.bytes -= oldest.bytes();
        bytes -= oldest.bytes();
        all.remove(oldest.number());
        if (own.oldestFirst.isEmpty()) {
            byTenant.remove(tenant);
        }
    }

    /** Newest first, those before a number. */
    synchronized List<Captured> list(String tenant, Predicate<Captured> which, long before, int limit) {
        List<Captured> found = new ArrayList<>();
        OfTenant own = byTenant.get(tenant);
        if (own == null) {
            return found;
        }
        Iterator<Captured> newestFirst = own.oldestFirst.descendingIterator();
        while (newestFirst.hasNext() && found.size() < limit) {
            Captured captured = newestFirst.next();
            if (captured.number() < before && which.test(captured)) {
                found.add(captured);
            }
        }
        return found;
    }

    synchronized void clear(String tenant) {
        while (byTenant.containsKey(tenant)) {
            drop(byTenant.get(tenant).oldestFirst.peek());
        }
    }
}
