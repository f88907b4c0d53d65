package dev.tidings.testkit.hostile;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogRecord;
import dev.tidings.testkit.hostile.SharedStage.HandedOut;
import dev.tidings.testkit.hostile.SharedStage.RealBatch;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A consumer of a {@link HostileLog}: polls a real one, and loses partitions to the other consumers of its stage. It polls the real one
 * again when all records of the last real batch are done, those that moved among them, so that each partition stays in order.
 */
final class HostileConsumer implements LogConsumer {
    private static final Duration MAX_WAIT = Duration.ofDays(1);

    private final SharedStage stage;
    private final LogConsumer real;
    /** Records to hand out before the real consumer is polled: they moved here, or were returned. */
    private final Deque<HandedOut> waiting = new ArrayDeque<>();

    private List<HandedOut> batch = List.of();
    /** The batch of the real consumer that is in flight; null if there is none. */
    private RealBatch inFlight;

    private boolean asleep;
    private boolean wokenUp;

    HostileConsumer(SharedStage stage, LogConsumer real) {
        this.stage = stage;
        this.real = real;
    }

    @Override
    public List<LogRecord> poll(int max, Duration wait) throws InterruptedException {
        long end = System.nanoTime() + (wait.compareTo(MAX_WAIT) < 0 ? wait : MAX_WAIT).toNanos();
        boolean isFirst = true;
        while (true) {
            long left = Math.max(0, end - System.nanoTime());
            synchronized (stage) {
                if (!batch.isEmpty()) {
                    throw new IllegalStateException("poll() while " + batch.size() + " records are in flight");
                }
                if (!waiting.isEmpty() && !stage.isClosed()) {
                    batch = nextWaiting(max);
                    return records();
                }
                if (stage.isClosed() || wokenUp || left == 0 && !isFirst) {
                    wokenUp = false;
                    return List.of();
                }
                if (inFlight != null) {
                    isFirst = false;
                    TimeUnit.NANOSECONDS.timedWait(stage, left);
                    continue;
                }
            }
            isFirst = false;
            List<LogRecord> polled = real.poll(max, Duration.ofNanos(left));
            if (!polled.isEmpty()) {
                synchronized (stage) {
                    handOut(polled);
                    return records();
                }
            }
        }
    }

    /** The next records of one lane. */
    private List<HandedOut> nextWaiting(int max) {
        Lane lane = waiting.getFirst().record.entry().lane();
        List<HandedOut> next = new ArrayList<>();
        while (next.size() < max
                && !waiting.isEmpty()
                && waiting.getFirst().record.entry().lane().equals(lane)) {
            next.add(waiting.removeFirst());
        }
        return next;
    }

    private List<LogRecord> records() {
        return batch.stream().map(handed -> handed.record).toList();
    }

    private void handOut(List<LogRecord> polled) throws InterruptedException {
        inFlight = new RealBatch(this, polled.size());
        List<HandedOut> handed = new ArrayList<>();
        for (LogRecord record : polled) {
            long epoch = stage.epoch(record.entry().partition(), this);
            handed.add(HandedOut.polled(record, inFlight, epoch));
        }
        batch = handed;
        if (stage.happens(stage.faults.formerLast())) {
            Optional<HostileConsumer> next = stage.another(this);
            if (next.isPresent()) {
                awaitOthers(moveTo(next.get()));
            }
        } else if (stage.happens(stage.faults.bothAtOnce())) {
            stage.another(this).ifPresent(this::moveTo);
        }
    }

    /** Moves some partitions of the batch; this consumer keeps the records as their former owner. */
    private List<HandedOut> moveTo(HostileConsumer next) {
        Set<Integer> partitions = stage.some(movablePartitions());
        List<HandedOut> leaving = batch.stream()
                .filter(one -> partitions.contains(one.partition()))
                .toList();
        stage.countLost(leaving.size());
        return stage.move(leaving, next);
    }

    private Set<Integer> movablePartitions() {
        return batch.stream()
                .filter(one -> !one.isLost() && !one.moved)
                .map(HandedOut::partition)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Sleeps as a process would that is stopped, until the new owner has no more of it to do. */
    private void awaitOthers(List<HandedOut> moved) throws InterruptedException {
        RealBatch mine = inFlight;
        int kept = batch.size() - moved.size();
        asleep = true;
        try {
            while (mine.open > kept && !wokenUp && !stage.isClosed()) {
                stage.wait();
            }
        } finally {
            asleep = false;
        }
    }

    boolean isAsleep() {
        return asleep;
    }

    /** Takes over records. */
    void take(List<HandedOut> moved) {
        waiting.addAll(moved);
        stage.notifyAll();
        real.wakeUp();
    }

    @Override
    public void wakeUp() {
        synchronized (stage) {
            wokenUp = true;
            stage.notifyAll();
        }
        real.wakeUp();
    }

    @Override
    public List<LogRecord> done() {
        synchronized (stage) {
            forgetLost();
            if (!movablePartitions().isEmpty() && stage.happens(stage.faults.formerFirst())) {
                Set<Integer> partitions = stage.some(movablePartitions());
                List<HandedOut> leaving = new ArrayList<>(batch);
                leaving.removeIf(one -> one.isLost() || !partitions.contains(one.partition()));
                leaving.addAll(removeWaiting(partitions));
                stage.move(leaving, stage.another(this).orElse(this));
            }
            List<LogRecord> refused = new ArrayList<>();
            for (HandedOut one : batch) {
                if (one.isLost()) {
                    one.notice();
                    refused.add(one.record);
                } else {
                    close(one);
                }
            }
            batch = List.of();
            stage.notifyAll();
            return refused;
        }
    }

    /** What former owners have in flight is counted until they are done with it. */
    private void forgetLost() {
        stage.countLost(-(int) batch.stream().filter(HandedOut::isLost).count());
    }

    private List<HandedOut> removeWaiting(Set<Integer> partitions) {
        List<HandedOut> removed = new ArrayList<>();
        for (Iterator<HandedOut> all = waiting.iterator(); all.hasNext(); ) {
            HandedOut one = all.next();
            if (partitions.contains(one.partition())) {
                removed.add(one);
                all.remove();
            }
        }
        return removed;
    }

    private static void close(HandedOut one) {
        one.real.open--;
        if (one.real.open == 0) {
            one.real.consumer.inFlight = null;
            one.real.consumer.real.done();
        }
    }

    @Override
    public void redeliver() {
        synchronized (stage) {
            forgetLost();
            List<HandedOut> held = batch.stream().filter(one -> !one.isLost()).toList();
            batch = List.of();
            if (inFlight != null
                    && inFlight.open == held.size()
                    && held.stream().allMatch(one -> one.real == inFlight)) {
                inFlight = null;
                real.redeliver();
            } else {
                for (int i = held.size() - 1; i >= 0; i--) {
                    waiting.addFirst(held.get(i).redelivered());
                }
            }
            stage.notifyAll();
        }
    }

    /** A record of a lost partition is the new owner's to park. */
    @Override
    public void park(LogRecord record) {
        synchronized (stage) {
            HandedOut parked = batch.stream()
                    .filter(one -> one.record.entry() == record.entry())
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("a record that is not in flight can't be parked"));
            if (!parked.isLost()) {
                batch = batch.stream().filter(one -> one != parked).toList();
                parked.real.consumer.real.park(parked.record);
                close(parked);
                stage.notifyAll();
            }
        }
    }
}
