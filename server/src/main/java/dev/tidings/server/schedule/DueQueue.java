package dev.tidings.server.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Predicate;

/** What was read and is not yet in the log: of each tenant in the order in which it is due, and tenants take turns. For one thread. */
final class DueQueue {
    /** Whose turn is next comes first. */
    private final Map<String, PriorityQueue<Due>> ofTenants = new LinkedHashMap<>();

    private int size;

    void add(Due due) {
        ofTenants
                .computeIfAbsent(due.tenant(), tenant -> new PriorityQueue<>(Due.ORDER))
                .add(due);
        size++;
    }

    int size() {
        return size;
    }

    int sizeOf(String tenant) {
        PriorityQueue<Due> queue = ofTenants.get(tenant);
        return queue == null ? 0 : queue.size();
    }

    /** The time of the earliest. */
    Optional<Instant> oldest() {
        return ofTenants.values().stream().map(queue -> queue.peek().at()).min(Comparator.naturalOrder());
    }

    /**
     * What is due by then: at most so many, the same share of each tenant that may go, what one leaves to the others, each in its
     * order.
     */
    Map<String, List<Due>> poll(Instant now, int most, Predicate<String> mayGo) {
        Map<String, List<Due>> polled = new LinkedHashMap<>();
        int left = most;
        for (List<String> ready = ready(now, mayGo); left > 0 && !ready.isEmpty(); ready = ready(now, mayGo)) {
            int share = Math.max(1, left / ready.size());
            for (String tenant : ready.subList(0, Math.min(left, ready.size()))) {
                List<Due> of = polled.computeIfAbsent(tenant, key -> new ArrayList<>());
                int before = of.size();
                pollInto(of, tenant, now, share);
                left -= of.size() - before;
            }
        }
        return polled;
    }

    private List<String> ready(Instant now, Predicate<String> mayGo) {
        List<String> ready = new ArrayList<>();
        ofTenants.forEach((tenant, queue) -> {
            if (!queue.peek().at().isAfter(now) && mayGo.test(tenant)) {
                ready.add(tenant);
            }
        });
        return ready;
    }

    private void pollInto(List<Due> taken, String tenant, Instant now, int most) {
        PriorityQueue<Due> queue = ofTenants.remove(tenant);
        for (int i = 0; i < most && !queue.isEmpty() && !queue.peek().at().isAfter(now); i++) {
            taken.add(queue.poll());
            size--;
        }
        if (!queue.isEmpty()) {
            // Behind all others.
            ofTenants.put(tenant, queue);
        }
    }
}
