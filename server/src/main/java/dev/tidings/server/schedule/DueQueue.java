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

/** What was read and is not yet in the log: each line in the order in which it is due, and lines take turns. For one thread. */
final class DueQueue {
    /** Whose turn is next comes first. */
    private final Map<Line, PriorityQueue<Due>> lines = new LinkedHashMap<>();

    private int size;

    void add(Due due) {
        lines.computeIfAbsent(due.line(), line -> new PriorityQueue<>(Due.ORDER))
                .add(due);
        size++;
    }

    int size() {
        return size;
    }

    int sizeOf(Line line) {
        PriorityQueue<Due> queue = lines.get(line);
        return queue == null ? 0 : queue.size();
    }

    /** The time of the earliest. */
    Optional<Instant> oldest() {
        return lines.values().stream().map(queue -> queue.peek().at()).min(Comparator.naturalOrder());
    }

    /**
     * What is due by then: at most so many, the same share of each line that may go, what one leaves to the others, each in its
     * order.
     */
    Map<Line, List<Due>> poll(Instant now, int most, Predicate<Line> mayGo) {
        Map<Line, List<Due>> polled = new LinkedHashMap<>();
        int left = most;
        for (List<Line> ready = ready(now, mayGo); left > 0 && !ready.isEmpty(); ready = ready(now, mayGo)) {
            int share = Math.max(1, left / ready.size());
            for (Line line : ready.subList(0, Math.min(left, ready.size()))) {
                List<Due> of = polled.computeIfAbsent(line, key -> new ArrayList<>());
                int before = of.size();
                pollInto(of, line, now, share);
                left -= of.size() - before;
            }
        }
        return polled;
    }

    private List<Line> ready(Instant now, Predicate<Line> mayGo) {
        List<Line> ready = new ArrayList<>();
        lines.forEach((line, queue) -> {
            if (!queue.peek().at().isAfter(now) && mayGo.test(line)) {
                ready.add(line);
            }
        });
        return ready;
    }

    private void pollInto(List<Due> taken, Line line, Instant now, int most) {
        PriorityQueue<Due> queue = lines.remove(line);
        for (int i = 0; i < most && !queue.isEmpty() && !queue.peek().at().isAfter(now); i++) {
            taken.add(queue.poll());
            size--;
        }
        if (!queue.isEmpty()) {
            // Behind all others.
            lines.put(line, queue);
        }
    }
}
