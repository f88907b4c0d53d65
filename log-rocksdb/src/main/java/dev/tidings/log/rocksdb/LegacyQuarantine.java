package dev.tidings.log.rocksdb;

import dev.tidings.core.log.LogEntry;
import dev.tidings.rocksdb.WriteBatchBuffer;
import dev.tidings.widecolumn.codec.ByteSource;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * The records that earlier versions quarantined inside the log: each under its original key behind a prefix, with the reason in front of the
 * payload. They are only moved elsewhere; none is added.
 */
final class LegacyQuarantine {
    private static final int DEFAULT_FAMILY = 0;

    private LegacyQuarantine() {}

    /** Removes each record that the target has stored, and returns how many. If it throws, what it has stored before stays removed. */
    static int move(LogStore store, BiPredicate<LogEntry, String> target) {
        int moved = 0;
        byte[] prefix = LogKey.QUARANTINE;
        try (RocksIterator iterator = store.iterator()) {
            for (iterator.seek(prefix); iterator.isValid() && startsWith(iterator.key(), prefix); iterator.next()) {
                byte[] key = iterator.key();
                byte[] value = iterator.value();
                ByteSource source = new ByteSource(value);
                int length = source.getVarint();
                int start = source.skip(length);
                String reason = new String(value, start, length, StandardCharsets.UTF_8);
                byte[] payload = Arrays.copyOfRange(value, start + length, value.length);
                LogKey.QueueKey place = LogKey.queueOfQuarantined(key);
                if (target.test(new LogEntry(place.lane(), place.partition(), place.tenant(), payload), reason)) {
                    WriteBatchBuffer delete = new WriteBatchBuffer(key.length);
                    delete.delete(DEFAULT_FAMILY, key);
                    store.commit(List.of(delete), true);
                    moved++;
                }
            }
            iterator.status();
            return moved;
        } catch (RocksDBException e) {
            throw LogStore.failed("moving quarantined records", e);
        }
    }

    private static boolean startsWith(byte[] key, byte[] prefix) {
        return key.length >= prefix.length && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }
}
