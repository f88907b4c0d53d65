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

/**
 * The rows of a shard that were read and are not yet sent to the log. Ordered by due time within a tenant and lane; {@link #poll} returns
 * the due rows, with an equal share for each tenant and lane. For one thread.
 */
final class DueQueue {
    /** In round-robin order. */
    private final Map<TenantLane, PriorityQueue<DueRow>> lanes = new LinkedHashMap<>();

    private int size;

    void add(DueRow due) {
        lanes.computeIfAbsent(due.tenantLane(), lane -> new PriorityQueue<>(DueRow.ORDER))
                .add(due);
        size++;
    }

    int size() {
        return size;
    }

    int sizeOf(TenantLane lane) {
        PriorityQueue<DueRow> queue = lanes.get(lane);
        return queue == null ? 0 : queue.size();
    }

    /** The due time of the earliest row. */
    Optional<Instant> oldest() {
        return lanes.values().stream().map(queue -> queue.peek().at()).min(Comparator.naturalOrder());
    }

    /**
     * Takes rows that are due by now: at most so many, an equal share of each tenant and lane that may proceed; unused shares go to the
     * others.
     */
    Map<TenantLane, List<DueRow>> poll(Instant now, int max, Predicate<TenantLane> mayGo) {
        Map<TenantLane, List<DueRow>> polled = new LinkedHashMap<>();
        int remaining = max;
        for (List<TenantLane> ready = ready(now, mayGo); remaining > 0 && !ready.isEmpty(); ready = ready(now, mayGo)) {
            int share = Math.max(1, remaining / ready.size());
            for (TenantLane lane : ready.subList(0, Math.min(remaining, ready.size()))) {
                List<DueRow> batch = polled.computeIfAbsent(lane, key -> new ArrayList<>());
                int before = batch.size();
                pollInto(batch, lane, now, share);
                remaining -= batch.size() - before;
            }
        }
        return polled;
    }

    private List<TenantLane> ready(Instant now, Predicate<TenantLane> mayGo) {
        List<TenantLane> ready = new ArrayList<>();
        lanes.forEach((lane, queue) -> {
            if (!queue.peek().at().isAfter(now) && mayGo.test(lane)) {
                ready.add(lane);
            }
        });
        return ready;
    }

    private void pollInto(List<DueRow> taken, TenantLane lane, Instant now, int max) {
        PriorityQueue<DueRow> queue = lanes.remove(lane);
        for (int i = 0; i < max && !queue.isEmpty() && !queue.peek().at().isAfter(now); i++) {
            taken.add(queue.poll());
            size--;
        }
        if (!queue.isEmpty()) {
            // To the end of the round-robin order.
            lanes.put(lane, queue);
        }
    }
}
