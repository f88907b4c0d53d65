package dev.tidings.log.rocksdb;

import dev.tidings.core.log.LogEntry;
import dev.tidings.log.rocksdb.QueueSlot.HeldRecord;
import dev.tidings.log.rocksdb.QueueSlot.UnreadRecords;
import java.util.ArrayDeque;
import java.util.List;

/**
 * The FIFO queue of one tenant in one partition of a lane: the first records in memory, and a count of the later ones on disk. A new record
 * stays in memory if the budget allows it and no record on disk is in front of it. Guarded by the lock of the {@link ReadyQueues}, except
 * for the position.
 */
final class TenantQueue {
    final LogKey.QueueKey key;
    private final PayloadBudget hot;
    private final ArrayDeque<HeldRecord> held = new ArrayDeque<>();
    private int onDisk;

    /** All records up to here have been handed out or are in memory. Only the consumer moves it, and only forward. */
    private long position;

    /** @param position a sequence before all records on disk that have not been handed out */
    TenantQueue(LogKey.QueueKey key, long position, PayloadBudget hot) {
        this.key = key;
        this.position = position;
        this.hot = hot;
    }

    boolean isEmpty() {
        return held.isEmpty() && onDisk == 0;
    }

    void add(long sequence, LogEntry entry) {
        if (onDisk == 0 && hot.fits(entry)) {
            hot.add(entry);
            held.addLast(new HeldRecord(sequence, entry, false));
        } else {
            onDisk++;
        }
    }

    void addOnDisk(int count) {
        onDisk += count;
    }

    /** Removes up to that many records from the front and returns how many. */
    int take(int max, List<QueueSlot> into) {
        int fromMemory = 0;
        for (; fromMemory < max && !held.isEmpty(); fromMemory++) {
            HeldRecord next = held.removeFirst();
            hot.release(next.entry());
            advanceTo(next.sequence());
            into.add(next);
        }
        int read = Math.min(max - fromMemory, onDisk);
        if (read > 0) {
            onDisk -= read;
            into.add(new UnreadRecords(this, read));
        }
        return fromMemory + read;
    }

    /** Returns a record to the front. */
    void putBack(HeldRecord record) {
        hot.add(record.entry());
        held.addFirst(record);
    }

    /**
     * Returns records that could not be read, from this position on. Records that were appended since come after them and are left to the
     * disk, too; none of them has been handed out.
     */
    void putBackOnDisk(int count, long from) {
        held.forEach(later -> hot.release(later.entry()));
        onDisk += count + held.size();
        held.clear();
        position = from;
    }

    /** The sequence of the first record, or one before it. */
    long oldest() {
        return held.isEmpty() ? position + 1 : held.peekFirst().sequence();
    }

    long position() {
        return position;
    }

    void advanceTo(long sequence) {
        position = Math.max(position, sequence);
    }
}
