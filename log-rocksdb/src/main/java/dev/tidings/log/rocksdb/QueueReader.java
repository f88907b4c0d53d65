package dev.tidings.log.rocksdb;

import dev.tidings.core.log.LogEntry;
import dev.tidings.log.rocksdb.QueueSlot.HeldRecord;
import dev.tidings.log.rocksdb.QueueSlot.UnreadRecords;
import java.util.List;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the records of many queues for one poll with one iterator. The iterator has no bounds, which would take one iterator per queue. It
 * seeks behind the last record handed out and stops after the requested count, so that it never scans tombstones.
 */
final class QueueReader implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(QueueReader.class);

    private final LogStore store;
    private final UncertainRanges uncertainRanges;
    private final long openedAt;
    private RocksIterator iterator;

    /** @param openedAt the first sequence since the log was opened; older records may have been delivered before */
    QueueReader(LogStore store, UncertainRanges uncertainRanges, long openedAt) {
        this.store = store;
        this.uncertainRanges = uncertainRanges;
        this.openedAt = openedAt;
    }

    /** Appends the records of a slot to a list and returns how many are missing on disk. */
    int read(UnreadRecords slot, List<HeldRecord> into) throws RocksDBException {
        if (iterator == null) {
            iterator = store.iterator();
        }
        TenantQueue queue = slot.queue();
        LogKey.QueueKey place = queue.key;
        byte[] start = LogKey.of(place, queue.position() + 1);
        int missing = slot.count();
        iterator.seek(start);
        while (iterator.isValid() && LogKey.sameQueue(iterator.key(), start)) {
            long sequence = LogKey.sequence(iterator.key());
            queue.advanceTo(sequence);
            if (!uncertainRanges.contains(sequence)) {
                LogEntry entry = new LogEntry(place.lane(), place.partition(), place.tenant(), iterator.value());
                into.add(new HeldRecord(sequence, entry, sequence < openedAt));
                if (--missing == 0) {
                    return 0;
                }
            }
            iterator.next();
        }
        iterator.status();
        // Only corruption leads here. Waiting for the missing records would block the queue forever.
        log.error(
                "{} of {} records of {} after sequence {} are missing on disk; skipping them",
                missing,
                slot.count(),
                place,
                LogKey.sequence(start) - 1);
        return missing;
    }

    @Override
    public void close() {
        if (iterator != null) {
            iterator.close();
        }
    }
}
