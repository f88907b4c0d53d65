package dev.tidings.log.rocksdb;

import dev.tidings.core.log.LogEntry;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A byte budget for the payloads that all queues keep in memory. Payloads beyond it stay on disk and are read when they are polled; nothing
 * is refused.
 */
final class PayloadBudget {
    private final long max;
    private final AtomicLong used = new AtomicLong();

    PayloadBudget(long max) {
        this.max = max;
    }

    /** Check-then-act is safe: only one thread publishes. */
    boolean fits(LogEntry entry) {
        return used.get() + QueueSlot.HeldRecord.bytes(entry) <= max;
    }

    void add(LogEntry entry) {
        used.addAndGet(QueueSlot.HeldRecord.bytes(entry));
    }

    void release(LogEntry entry) {
        used.addAndGet(-QueueSlot.HeldRecord.bytes(entry));
    }
}
