package dev.tidings.testkit.log;

import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Stage;
import dev.tidings.testkit.log.ModelLog.Kept;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Looks through everything that waits, at each poll. */
final class ModelConsumer implements LogConsumer {
    private final ModelLog log;
    private final Stage stage;
    private final int index;
    private final int count;
    private List<Kept> handful = List.of();
    private int polls;

    ModelConsumer(ModelLog log, Stage stage, int index, int count) {
        this.log = log;
        this.stage = stage;
        this.index = index;
        this.count = count;
    }

    @Override
    public List<LogRecord> poll(int most, Duration wait) throws InterruptedException {
        synchronized (log) {
            long end = System.nanoTime()
                    + Math.min(wait.toNanos(), Duration.ofHours(1).toNanos());
            handful = next(most);
            while (handful.isEmpty() && !log.closed && System.nanoTime() < end) {
                log.awaitChange(Duration.ofNanos(end - System.nanoTime()));
                handful = next(most);
            }
            handful.forEach(kept -> kept.out = true);
            List<LogRecord> records = handful.stream().map(ModelLog::record).toList();
            if (log.mistake == Mistake.POLLED_COUNTS_AS_DONE) {
                log.forget(handful);
            }
            return records;
        }
    }

    private List<Kept> next(int most) {
        if (log.closed) {
            return List.of();
        }
        List<Kept> mine = new ArrayList<>(log.waiting.stream()
                .filter(kept ->
                        !kept.out && kept.entry.lane().stage() == stage && kept.entry.partition() % count == index)
                .toList());
        if (log.mistake == Mistake.ORDER_LOST) {
            Collections.reverse(mine);
        }
        if (log.mistake == Mistake.FIRST_COME_FIRST_SERVED) {
            return List.copyOf(mine.subList(0, Math.min(most, mine.size())));
        }
        if (log.mistake != Mistake.LANES_IGNORED) {
            mine.stream()
                    .map(kept -> kept.entry.lane().priority())
                    .min(Comparator.naturalOrder())
                    .ifPresent(urgent -> mine.removeIf(kept -> kept.entry.lane().priority() != urgent));
        }
        return inTurns(mine, most);
    }

    /** One of each tenant in turn, another one first at each poll. */
    private List<Kept> inTurns(List<Kept> mine, int most) {
        Map<String, Deque<Kept>> byTenant = new LinkedHashMap<>();
        mine.forEach(kept -> byTenant.computeIfAbsent(kept.entry.tenant(), tenant -> new ArrayDeque<>())
                .add(kept));
        List<Deque<Kept>> tenants = new ArrayList<>(byTenant.values());
        Collections.rotate(tenants, polls++);
        List<Kept> taken = new ArrayList<>();
        while (taken.size() < Math.min(most, mine.size())) {
            for (Deque<Kept> tenant : tenants) {
                if (!tenant.isEmpty() && taken.size() < most) {
                    taken.add(tenant.remove());
                }
            }
        }
        return taken;
    }

    @Override
    public void done() {
        synchronized (log) {
            log.forget(handful);
            handful = List.of();
        }
    }

    @Override
    public void again() {
        synchronized (log) {
            if (log.mistake == Mistake.AGAIN_IS_NEVER) {
                return;
            }
            for (Kept kept : handful) {
                kept.out = false;
                kept.repeated = true;
            }
            handful = List.of();
        }
    }
}
