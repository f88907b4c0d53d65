package dev.tidings.server.log;

import dev.tidings.core.log.LogEntry;
import dev.tidings.server.log.Slot.Held;
import dev.tidings.server.log.Slot.OnDisk;
import java.util.List;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads records of many queues for one poll, with one iterator. It has no bounds, which would take an iterator for each queue: it
 * starts behind what was handed out last and stops when it has as many as were asked for, so it never passes over what has been
 * deleted.
 */
final class QueueReader implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(QueueReader.class);

    private final LogStore store;
    private final Doubtful doubtful;
    private final long openedAt;
    private RocksIterator iterator;

    /** @param openedAt the first sequence of this life of the log; what is older may have been handed out before */
    QueueReader(LogStore store, Doubtful doubtful, long openedAt) {
        this.store = store;
        this.doubtful = doubtful;
        this.openedAt = openedAt;
    }

    /** Adds the records of a slot and says how many of them are not there. */
    int read(OnDisk slot, List<Held> into) throws RocksDBException {
        if (iterator == null) {
            iterator = store.iterator();
        }
        TenantQueue queue = slot.queue();
        LogKey.Place place = queue.place;
        byte[] start = LogKey.of(place, queue.position() + 1);
        int missing = slot.count();
        iterator.seek(start);
        while (iterator.isValid() && LogKey.sameQueue(iterator.key(), start)) {
            long sequence = LogKey.sequence(iterator.key());
            queue.passed(sequence);
            if (!doubtful.contains(sequence)) {
                LogEntry entry = new LogEntry(place.lane(), place.partition(), place.tenant(), iterator.value());
                into.add(new Held(sequence, entry, sequence < openedAt));
                if (--missing == 0) {
                    return 0;
                }
            }
            iterator.next();
        }
        iterator.status();
        // Only damage leads here. To wait for what does not come would hold up the queue for ever.
        log.error(
                "{} of {} records of {} after sequence {} are not on disk; going on without them",
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
