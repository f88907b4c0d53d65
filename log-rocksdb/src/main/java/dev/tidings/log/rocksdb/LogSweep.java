package dev.tidings.log.rocksdb;

import dev.tidings.core.log.LogEntry;
import java.util.function.Predicate;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** Looks through all records that wait. */
final class LogSweep {
    private LogSweep() {}

    static boolean anyWaiting(LogStore store, Predicate<LogEntry> wanted) {
        try (RocksIterator iterator = store.iterator()) {
            for (iterator.seek(new byte[] {1}); iterator.isValid(); iterator.next()) {
                LogKey.QueueKey place = LogKey.queueKey(iterator.key());
                if (wanted.test(new LogEntry(place.lane(), place.partition(), place.tenant(), iterator.value()))) {
                    return true;
                }
            }
            iterator.status();
            return false;
        } catch (RocksDBException e) {
            throw LogStore.failed("reading waiting records", e);
        }
    }
}
