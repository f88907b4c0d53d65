package dev.tidings.server.log;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.model.Priority;
import dev.tidings.server.log.Slot.Held;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Where the committer puts down what is durable and one consumer picks it up: the queues of some partitions of a stage. Nobody
 * waits for the disk while holding its lock, so that a consumer that reads does not hold up commits.
 */
final class Desk {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final LaneTurns[] lanes;
    private boolean closed;

    Desk(HotBytes hot) {
        lanes = new LaneTurns[Priority.values().length];
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] = new LaneTurns(hot);
        }
    }

    /** Puts down those whose partition is this desk's: one in so many. */
    void publish(Committed committed, int index, int desks) {
        lock.lock();
        try {
            long sequence = committed.first();
            boolean any = false;
            for (LogEntry entry : committed.entries()) {
                if (entry.lane().stage() == committed.stage() && entry.partition() % desks == index) {
                    queueOf(entry, sequence - 1).add(sequence, entry);
                    any = true;
                }
                sequence++;
            }
            if (any) {
                arrived.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    void adopt(TenantQueue queue) {
        lock.lock();
        try {
            lane(queue.place.lane().priority()).tenant(queue.place.tenant()).adopt(queue);
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The next slots, for at most so many records, as soon as there are any; none if there are none in time. */
    List<Slot> take(int most, Duration wait) throws InterruptedException {
        long left = TimeUnit.NANOSECONDS.convert(wait);
        lock.lockInterruptibly();
        try {
            while (isEmpty() && !closed && left > 0) {
                left = arrived.awaitNanos(left);
            }
            return closed ? List.of() : take(most);
        } finally {
            lock.unlock();
        }
    }

    private List<Slot> take(int most) {
        List<Slot> taken = new ArrayList<>();
        int room = most;
        for (LaneTurns lane : lanes) {
            while (room > 0 && !lane.isEmpty()) {
                room -= lane.turn(room, taken);
            }
        }
        return taken;
    }

    /** Takes records back, to the front of their queues. */
    void putBack(List<Held> records) {
        lock.lock();
        try {
            for (int i = records.size() - 1; i >= 0; i--) {
                Held record = records.get(i);
                queueOf(record.entry(), record.sequence()).putBack(record);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes back what was not read after all. To be called before those in front of it are put back. */
    void putBackOnDisk(Slot.OnDisk unread) {
        lock.lock();
        try {
            TenantQueue queue = unread.queue();
            lane(queue.place.lane().priority())
                    .tenant(queue.place.tenant())
                    .queue(queue.place, queue.position())
                    .putBackOnDisk(unread.count(), queue.position());
        } finally {
            lock.unlock();
        }
    }

    /** Hands out nothing from now on. */
    void close() {
        lock.lock();
        try {
            closed = true;
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void forEach(Consumer<TenantQueue> each) {
        lock.lock();
        try {
            for (LaneTurns lane : lanes) {
                lane.forEach(each);
            }
        } finally {
            lock.unlock();
        }
    }

    private TenantQueue queueOf(LogEntry entry, long position) {
        TenantTurns turns = lane(entry.lane().priority()).tenant(entry.tenant());
        TenantQueue queue = turns.existing(entry.partition());
        return queue != null ? queue : turns.queue(LogKey.Place.of(entry), position);
    }

    /** The declaration has the most urgent first, which is also the order of the lanes here. */
    private LaneTurns lane(Priority priority) {
        return lanes[priority.ordinal()];
    }

    private boolean isEmpty() {
        for (LaneTurns lane : lanes) {
            if (!lane.isEmpty()) {
                return false;
            }
        }
        return true;
    }
}
