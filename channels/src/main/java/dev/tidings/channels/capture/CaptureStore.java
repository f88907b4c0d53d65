package dev.tidings.channels.capture;

import dev.tidings.core.delivery.Delivery;
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
 * A bounded in-memory store of captured deliveries, newest per tenant. Limited in number and bytes per tenant, and in bytes overall,
 * where the oldest delivery of any tenant is evicted first.
 */
final class CaptureStore {
    private final Limits limits;
    private final Map<Long, CapturedDelivery> all = new LinkedHashMap<>();
    private final Map<String, TenantDeliveries> byTenant = new HashMap<>();
    private long bytes;
    private long last;

    /** The limits of the store. */
    record Limits(int perTenant, long bytesPerTenant, long bytes) {
        static final Limits STANDARD = new Limits(1_000, 16L << 20, 64L << 20);
    }

    /** The captured deliveries of one tenant, and their size. */
    private static final class TenantDeliveries {
        private final Deque<CapturedDelivery> oldestFirst = new ArrayDeque<>();
        private long bytes;
    }

    CaptureStore(Limits limits) {
        this.limits = limits;
    }

    synchronized CapturedDelivery add(Instant at, String messageId, Delivery delivery) {
        CapturedDelivery captured = new CapturedDelivery(++last, at, messageId, delivery);
        TenantDeliveries own = byTenant.computeIfAbsent(delivery.user().tenant(), tenant -> new TenantDeliveries());
        all.put(captured.number(), captured);
        own.oldestFirst.add(captured);
        own.bytes += captured.bytes();
        bytes += captured.bytes();
        while (own.oldestFirst.size() > limits.perTenant() || own.bytes > limits.bytesPerTenant()) {
            evict(own.oldestFirst.peek());
        }
        while (bytes > limits.bytes()) {
            evict(all.values().iterator().next());
        }
        return captured;
    }

    /** Evicts the oldest delivery of its tenant. */
    private void evict(CapturedDelivery oldest) {
        String tenant = oldest.delivery().user().tenant();
        TenantDeliveries own = byTenant.get(tenant);
        own.oldestFirst.remove();
        own.bytes -= oldest.bytes();
        bytes -= oldest.bytes();
        all.remove(oldest.number());
        if (own.oldestFirst.isEmpty()) {
            byTenant.remove(tenant);
        }
    }

    /** Newest first, starting below a number. */
    synchronized List<CapturedDelivery> list(String tenant, Predicate<CapturedDelivery> which, long before, int limit) {
        List<CapturedDelivery> found = new ArrayList<>();
        TenantDeliveries own = byTenant.get(tenant);
        if (own == null) {
            return found;
        }
        Iterator<CapturedDelivery> newestFirst = own.oldestFirst.descendingIterator();
        while (newestFirst.hasNext() && found.size() < limit) {
            CapturedDelivery captured = newestFirst.next();
            if (captured.number() < before && which.test(captured)) {
                found.add(captured);
            }
        }
        return found;
    }

    synchronized void remove(String tenant, Predicate<CapturedDelivery> which) {
        TenantDeliveries own = byTenant.get(tenant);
        if (own == null) {
            return;
        }
        List<CapturedDelivery> unwanted = own.oldestFirst.stream().filter(which).toList();
        own.oldestFirst.removeAll(unwanted);
        for (CapturedDelivery removed : unwanted) {
            own.bytes -= removed.bytes();
            bytes -= removed.bytes();
            all.remove(removed.number());
        }
        if (own.oldestFirst.isEmpty()) {
            byTenant.remove(tenant);
        }
    }

    synchronized void clear(String tenant) {
        while (byTenant.containsKey(tenant)) {
            evict(byTenant.get(tenant).oldestFirst.peek());
        }
    }
}
