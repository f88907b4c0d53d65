package dev.tidings.log.rocksdb;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.rocksdb.WriteBatchBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** Looks through all stored records: those that wait, and those in quarantine, which it can remove. */
final class LogSweep {
    private static final int DEFAULT_FAMILY = 0;

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

    static int removeQuarantined(LogStore store, Predicate<LogEntry> unwanted) {
        int removed = 0;
        WriteBatchBuffer deletes = new WriteBatchBuffer(256);
        try (RocksIterator iterator = store.iterator()) {
            for (Stage stage : Stage.values()) {
                byte[] prefix = LogKey.quarantined(stage);
                for (iterator.seek(prefix); iterator.isValid() && startsWith(iterator.key(), prefix); iterator.next()) {
                    if (unwanted.test(
                            Quarantine.record(iterator.key(), iterator.value()).entry())) {
                        deletes.delete(DEFAULT_FAMILY, iterator.key());
                        removed++;
                    }
                }
            }
            iterator.status();
            if (!deletes.isEmpty()) {
                store.commit(List.of(deletes), true);
            }
            return removed;
        } catch (RocksDBException e) {
            throw LogStore.failed("removing quarantined records", e);
        }
    }

    private static boolean startsWith(byte[] key, byte[] prefix) {
        return key.length >= prefix.length && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }
}
