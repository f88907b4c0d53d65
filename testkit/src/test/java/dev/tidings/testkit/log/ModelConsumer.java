package dev.tidings.testkit.log;

import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import dev.tidings.testkit.log.ModelLog.StoredRecord;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The consumer of the reference log: scans all waiting records at each poll. */
final class ModelConsumer implements LogConsumer {
    private static final Set<LogBug> REFUSING =
            EnumSet.of(LogBug.REFUSED_IS_LOST, LogBug.REFUSED_KEEPS_ITS_EPOCH, LogBug.REFUSED_IS_HELD);

    private final ModelLog log;
    private final Stage stage;
    private final int index;
    private final int count;
    private List<StoredRecord> batch = List.of();
    private int polls;
    private boolean wokenUp;
    private final Map<Priority, Long> clocks = new EnumMap<>(Priority.class);
    private Set<Priority> present = Set.of();

    ModelConsumer(ModelLog log, Stage stage, int index, int count) {
        this.log = log;
        this.stage = stage;
        this.index = index;
        this.count = count;
    }

    @Override
    public List<LogRecord> poll(int max, Duration wait) throws InterruptedException {
        synchronized (log) {
            long end = System.nanoTime()
                    + Math.min(wait.toNanos(), Duration.ofHours(1).toNanos());
            batch = next(max);
            while (batch.isEmpty() && !log.closed && !wokenUp && System.nanoTime() < end) {
                log.awaitChange(Duration.ofNanos(end - System.nanoTime()));
                batch = next(max);
            }
            wokenUp = false;
            batch.forEach(kept -> kept.out = true);
            List<LogRecord> records = batch.stream().map(log::record).toList();
            if (log.mistake == LogBug.POLLED_COUNTS_AS_DONE) {
                log.forget(batch);
            }
            return records;
        }
    }

    @Override
    public void wakeUp() {
        synchronized (log) {
            wokenUp = log.mistake != LogBug.WAKE_UP_IGNORED;
            log.notifyAll();
        }
    }

    private List<StoredRecord> next(int max) {
        if (log.closed) {
            return List.of();
        }
        List<StoredRecord> mine = new ArrayList<>(log.waiting.stream()
                .filter(kept ->
                        !kept.out && kept.entry.lane().stage() == stage && kept.entry.partition() % count == index)
                .toList());
        if (log.mistake == LogBug.ORDER_LOST) {
            Collections.reverse(mine);
        }
        if (log.mistake == LogBug.FIRST_COME_FIRST_SERVED) {
            return List.copyOf(mine.subList(0, Math.min(max, mine.size())));
        }
        if (log.mistake == LogBug.LANES_IGNORED) {
            return roundRobin(mine, max);
        }
        Map<String, Priority> urgent = new HashMap<>();
        mine.forEach(kept -> urgent.merge(
                kept.entry.tenant(), priority(kept), (one, other) -> one.compareTo(other) < 0 ? one : other));
        mine.removeIf(kept -> priority(kept) != urgent.get(kept.entry.tenant()));
        if (mine.isEmpty() || log.mistake == LogBug.LANES_MIXED) {
            return roundRobin(mine, max);
        }
        Priority lane = nextLane(EnumSet.copyOf(urgent.values()));
        mine.removeIf(kept -> priority(kept) != lane);
        List<StoredRecord> taken = roundRobin(mine, max);
        clocks.merge(lane, (log.mistake == LogBug.LANES_EQUAL ? 1L : 1L << lane.ordinal()) * taken.size(), Long::sum);
        return taken;
    }

    /** The lane with the smallest virtual time; a lane that was empty starts at the time of the others. */
    private Priority nextLane(Set<Priority> lanes) {
        if (log.mistake == LogBug.LANES_STRICT) {
            return lanes.iterator().next();
        }
        long now = lanes.stream()
                .filter(present::contains)
                .mapToLong(lane -> clocks.getOrDefault(lane, 0L))
                .min()
                .orElse(0);
        lanes.stream().filter(lane -> !present.contains(lane)).forEach(lane -> clocks.merge(lane, now, Math::max));
        present = lanes;
        return lanes.stream()
                .min(Comparator.comparing(lane -> clocks.getOrDefault(lane, 0L)))
                .orElseThrow();
    }

    private static Priority priority(StoredRecord kept) {
        return kept.entry.lane().priority();
    }

    /** Round robin over tenants, with another one first at each poll. */
    private List<StoredRecord> roundRobin(List<StoredRecord> mine, int max) {
        Map<String, Deque<StoredRecord>> byTenant = new LinkedHashMap<>();
        mine.forEach(kept -> byTenant.computeIfAbsent(kept.entry.tenant(), tenant -> new ArrayDeque<>())
                .add(kept));
        List<Deque<StoredRecord>> tenants = new ArrayList<>(byTenant.values());
        Collections.rotate(tenants, polls++);
        List<StoredRecord> taken = new ArrayList<>();
        while (taken.size() < Math.min(max, mine.size())) {
            for (Deque<StoredRecord> tenant : tenants) {
                if (!tenant.isEmpty() && taken.size() < max) {
                    taken.add(tenant.remove());
                }
            }
        }
        return taken;
    }

    @Override
    public List<LogRecord> done() {
        synchronized (log) {
            List<StoredRecord> ended = batch;
            batch = List.of();
            if (log.mistake == LogBug.REFUSED_KEEPS_ITS_EPOCH) {
                ended.forEach(kept -> kept.out = false);
            } else {
                log.forget(ended);
            }
            return REFUSING.contains(log.mistake)
                    ? ended.stream().map(log::record).toList()
                    : List.of();
        }
    }

    @Override
    public void park(LogRecord record) {
        synchronized (log) {
            StoredRecord parked = batch.stream()
                    .filter(kept -> kept.entry == record.entry())
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("not out"));
            if (log.mistake == LogBug.PARKED_IS_LOST) {
                log.forget(List.of(parked));
            } else if (log.mistake != LogBug.PARKED_IS_REDELIVERED) {
                log.waiting.remove(parked);
            }
            parked.out = false;
            batch = batch.stream().filter(kept -> kept != parked).toList();
        }
    }

    @Override
    public void redeliver() {
        synchronized (log) {
            if (log.mistake == LogBug.NEVER_REDELIVERS) {
                return;
            }
            for (StoredRecord kept : batch) {
                kept.out = false;
                kept.repeated = log.mistake != LogBug.RETURNED_NOT_FLAGGED;
            }
            batch = List.of();
        }
    }
}
