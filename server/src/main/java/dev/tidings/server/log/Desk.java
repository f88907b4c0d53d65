package dev.tidings.server.log;

import dev.tidings.core.log.LogEntry;
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
    /** Of bulk, a handful is this part of what was asked for: whatever comes meanwhile is more urgent, and waits for it. */
    private static final int PART_OF_BULK = 8;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final Turns turns;
    private boolean closed;

    Desk(HotBytes hot) {
        turns = new Turns(hot);
    }

    /** Puts down those whose partition is this desk's: one in so many. */
    void publish(Committed committed, int index, int desks) {
        lock.lock();
        try {
            long sequence = committed.first();
            boolean any = false;
            for (LogEntry entry : committed.entries()) {
                if (entry.lane().stage() == committed.stage() && entry.partition() % desks == index) {
                    TenantLanes tenant = turns.tenant(entry.tenant());
                    queue(tenant, entry, sequence - 1).add(sequence, entry);
                    turns.changed(tenant);
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
            TenantLanes tenant = turns.tenant(queue.place.tenant());
            tenant.lane(queue.place.lane().priority()).adopt(queue);
            turns.changed(tenant);
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The next slots, for at most so many records of one lane, as soon as there are any; none if there are none in time. */
    List<Slot> take(int most, Duration wait) throws InterruptedException {
        long left = TimeUnit.NANOSECONDS.convert(wait);
        lock.lockInterruptibly();
        try {
            while (turns.isEmpty() && !closed && left > 0) {
                left = arrived.awaitNanos(left);
            }
            List<Slot> taken = new ArrayList<>();
            if (!closed) {
                turns.take(most, Math.max(1, most / PART_OF_BULK), taken);
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Takes records back, to the front of their queues. */
    void putBack(List<Held> records) {
        lock.lock();
        try {
            for (int i = records.size() - 1; i >= 0; i--) {
                Held record = records.get(i);
                TenantLanes tenant = turns.tenant(record.entry().tenant());
                queue(tenant, record.entry(), record.sequence()).putBack(record);
                turns.changed(tenant);
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
            TenantLanes tenant = turns.tenant(queue.place.tenant());
            tenant.lane(queue.place.lane().priority())
                    .queue(queue.place, queue.position())
                    .putBackOnDisk(unread.count(), queue.position());
            turns.changed(tenant);
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
            turns.forEach(each);
        } finally {
            lock.unlock();
        }
    }

    private static TenantQueue queue(TenantLanes tenant, LogEntry entry, long position) {
        TenantTurns lane = tenant.lane(entry.lane().priority());
        TenantQueue queue = lane.existing(entry.partition());
        return queue != null ? queue : lane.queue(LogKey.Place.of(entry), position);
    }
}
