package dev.tidings.testkit.hostile;

import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Ownership;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;

/** The partitions of one stage of a {@link HostileLog}: their owners and epochs, and the moves. Its monitor guards its consumers too. */
final class SharedStage {
    /** Grows over all logs, so that a log that is opened again has higher epochs than before. */
    private static final AtomicLong EPOCHS = new AtomicLong();

    final HostileLogFaults faults;
    private final Random random;
    private final List<HostileConsumer> consumers = new ArrayList<>();
    private final Map<Integer, PartitionOwner> owners = new HashMap<>();
    private int lostInFlight;
    private boolean closed;

    /** The last owner of a partition. */
    private record PartitionOwner(HostileConsumer consumer, long epoch) {}

    /** A record that was handed out to one consumer, under one epoch. */
    static final class HandedOut implements Ownership {
        final LogRecord record;
        final RealBatch real;
        private final long epoch;
        /** Whether it moved here; it does not move again, so that every test comes to an end. */
        final boolean moved;

        private volatile boolean lost;
        private volatile boolean unnoticed;

        private HandedOut(LogRecord before, boolean redelivered, RealBatch real, long epoch, boolean moved) {
            this.record = new LogRecord(before.entry(), redelivered, this);
            this.real = real;
            this.epoch = epoch;
            this.moved = moved;
        }

        static HandedOut polled(LogRecord record, RealBatch real, long epoch) {
            return new HandedOut(record, record.redelivered(), real, epoch, false);
        }

        HandedOut moved(boolean isMarked, long nextEpoch) {
            return new HandedOut(record, isMarked, real, nextEpoch, true);
        }

        HandedOut redelivered() {
            return new HandedOut(record, true, real, epoch, moved);
        }

        int partition() {
            return record.entry().partition();
        }

        boolean isLost() {
            return lost;
        }

        /** The former owner learns that it is one. */
        void notice() {
            unnoticed = false;
        }

        @Override
        public long epoch() {
            return epoch;
        }

        @Override
        public boolean isHeld() {
            return !lost || unnoticed;
        }
    }

    /** A batch that a real consumer has in flight until all its records are done, whoever did them. */
    static final class RealBatch {
        final HostileConsumer consumer;
        int open;

        RealBatch(HostileConsumer consumer, int open) {
            this.consumer = consumer;
            this.open = open;
        }
    }

    SharedStage(HostileLogFaults faults, Random random) {
        this.faults = faults;
        this.random = random;
    }

    List<LogConsumer> over(List<LogConsumer> real) {
        real.forEach(one -> consumers.add(new HostileConsumer(this, one)));
        return List.copyOf(consumers);
    }

    boolean happens(double share) {
        synchronized (random) {
            return random.nextDouble() < share;
        }
    }

    private int number(int bound) {
        synchronized (random) {
            return random.nextInt(bound);
        }
    }

    boolean isClosed() {
        return closed;
    }

    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** The number of records that former owners have in flight. */
    synchronized long lostInFlight() {
        return lostInFlight;
    }

    void countLost(int more) {
        lostInFlight += more;
        notifyAll();
    }

    /** The epoch of a partition whose records a consumer gets now. */
    long epoch(int partition, HostileConsumer owner) {
        PartitionOwner last = owners.get(partition);
        if (last == null || last.consumer() != owner) {
            last = new PartitionOwner(owner, EPOCHS.incrementAndGet());
            owners.put(partition, last);
        }
        return last.epoch();
    }

    /** Some of the partitions, at least one. */
    Set<Integer> some(Set<Integer> partitions) {
        Set<Integer> some = new TreeSet<>(partitions);
        some.removeIf(partition -> happens(0.5));
        return some.isEmpty() ? partitions : some;
    }

    /** Another consumer that processes what it gets; empty if there is none. */
    Optional<HostileConsumer> another(HostileConsumer than) {
        List<HostileConsumer> others =
                consumers.stream().filter(one -> one != than && !one.isAsleep()).toList();
        return others.isEmpty() ? Optional.empty() : Optional.of(others.get(number(others.size())));
    }

    /**
     * Moves records, which are all that was handed out of their partitions, to a new owner, which may be the former one: then others owned
     * them in between.
     *
     * @return what the new owner has
     */
    List<HandedOut> move(List<HandedOut> records, HostileConsumer to) {
        boolean isMarked = !happens(faults.unmarked());
        boolean isUnnoticed = happens(faults.unnoticed());
        Map<Integer, Long> epochs = new HashMap<>();
        List<HandedOut> moved = new ArrayList<>();
        for (HandedOut former : records) {
            long epoch = epochs.computeIfAbsent(former.partition(), partition -> {
                long next = EPOCHS.incrementAndGet();
                owners.put(partition, new PartitionOwner(to, next));
                return next;
            });
            former.unnoticed = isUnnoticed;
            former.lost = true;
            moved.add(former.moved(isMarked, epoch));
        }
        to.take(moved);
        return moved;
    }
}
