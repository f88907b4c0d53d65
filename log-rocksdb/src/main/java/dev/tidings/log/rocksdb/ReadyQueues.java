package dev.tidings.log.rocksdb;

import dev.tidings.core.log.LogEntry;
import dev.tidings.log.rocksdb.QueueSlot.HeldRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The records that are ready for one consumer: the committer publishes durable records of the consumer's partitions here, and the consumer
 * takes them in fair order. No thread waits for the disk while it holds the lock, so that a reading consumer does not delay commits.
 */
final class ReadyQueues {
    /** A bulk batch is this fraction of the requested size: more urgent records that arrive meanwhile wait for it. */
    private static final int BULK_FRACTION = 8;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final FairQueue fairQueue;
    private boolean closed;
    private boolean wakeUp;

    ReadyQueues(PayloadBudget hot) {
        fairQueue = new FairQueue(hot);
    }

    /** Adds the records whose partition belongs to this consumer, which is number {@code index} of {@code desks}. */
    void publish(CommittedBatch committed, int index, int desks) {
        lock.lock();
        try {
            long sequence = committed.first();
            boolean any = false;
            for (LogEntry entry : committed.entries()) {
                if (entry.lane().stage() == committed.stage() && entry.partition() % desks == index) {
                    TenantLanes tenant = fairQueue.tenant(entry.tenant());
                    queue(tenant, entry, sequence - 1).add(sequence, entry);
                    fairQueue.reposition(tenant);
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
            TenantLanes tenant = fairQueue.tenant(queue.key.tenant());
            tenant.lane(queue.key.lane().priority()).adopt(queue);
            fairQueue.reposition(tenant);
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for records and takes at most so many of one lane; empty on timeout or when woken up. */
    List<QueueSlot> take(int max, Duration wait) throws InterruptedException {
        long remaining = TimeUnit.NANOSECONDS.convert(wait);
        lock.lockInterruptibly();
        try {
            while (fairQueue.isEmpty() && !closed && !wakeUp && remaining > 0) {
                remaining = arrived.awaitNanos(remaining);
            }
            wakeUp = false;
            List<QueueSlot> taken = new ArrayList<>();
            if (!closed) {
                fairQueue.take(max, Math.max(1, max / BULK_FRACTION), taken);
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Ends a waiting or the next {@link #take} early. */
    void wakeUp() {
        lock.lock();
        try {
            wakeUp = true;
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns records to the front of their queues. */
    void putBack(List<HeldRecord> records) {
        lock.lock();
        try {
            for (int i = records.size() - 1; i >= 0; i--) {
                HeldRecord record = records.get(i);
                TenantLanes tenant = fairQueue.tenant(record.entry().tenant());
                queue(tenant, record.entry(), record.sequence()).putBack(record);
                fairQueue.reposition(tenant);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns records that could not be read. Must be called before the records in front of them are returned. */
    void putBackOnDisk(QueueSlot.UnreadRecords unread) {
        lock.lock();
        try {
            TenantQueue queue = unread.queue();
            TenantLanes tenant = fairQueue.tenant(queue.key.tenant());
            tenant.lane(queue.key.lane().priority())
                    .queue(queue.key, queue.position())
                    .putBackOnDisk(unread.count(), queue.position());
            fairQueue.reposition(tenant);
        } finally {
            lock.unlock();
        }
    }

    /** Stops handing out records. */
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
            fairQueue.forEach(each);
        } finally {
            lock.unlock();
        }
    }

    private static TenantQueue queue(TenantLanes tenant, LogEntry entry, long position) {
        PartitionQueues lane = tenant.lane(entry.lane().priority());
        TenantQueue queue = lane.existing(entry.partition());
        return queue != null ? queue : lane.queue(LogKey.QueueKey.of(entry), position);
    }
}
