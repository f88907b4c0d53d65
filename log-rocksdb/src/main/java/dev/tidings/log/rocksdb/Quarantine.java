package dev.tidings.log.rocksdb;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.QuarantinedRecord;
import dev.tidings.core.log.Stage;
import dev.tidings.log.rocksdb.QueueSlot.HeldRecord;
import dev.tidings.rocksdb.WriteBatchBuffer;
import dev.tidings.widecolumn.codec.ByteSink;
import dev.tidings.widecolumn.codec.ByteSource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * Moves poison records into quarantine and reads them back for operators. Stores each record under its original key behind a prefix, with
 * the reason in front of the payload.
 */
final class Quarantine {
    private static final int MAX_REASON_CHARS = 4000;

    private Quarantine() {}

    /** Adds to a batch: the record's move into quarantine. */
    static void move(HeldRecord record, String reason, RecordEncoder encoder, WriteBatchBuffer into) {
        LogEntry entry = record.entry();
        String shortened = reason.substring(0, Math.min(reason.length(), MAX_REASON_CHARS));
        byte[] reasonBytes = shortened.getBytes(StandardCharsets.UTF_8);
        ByteSink value = new ByteSink(reasonBytes.length + entry.payload().length + 5);
        value.putVarint(reasonBytes.length).put(reasonBytes).put(entry.payload());
        into.put(LogKey.quarantined(LogKey.QueueKey.of(entry), record.sequence()), value.toBytes());
        encoder.delete(entry, record.sequence(), into);
    }

    static List<QuarantinedRecord> read(LogStore store, Stage stage, int max) {
        byte[] prefix = LogKey.quarantined(stage);
        List<QuarantinedRecord> found = new ArrayList<>();
        try (RocksIterator iterator = store.iterator()) {
            for (iterator.seek(prefix); found.size() < max && iterator.isValid(); iterator.next()) {
                byte[] key = iterator.key();
                if (!Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length)) {
                    break;
                }
                found.add(record(key, iterator.value()));
            }
            iterator.status();
            return found;
        } catch (RocksDBException e) {
            throw LogStore.failed("reading quarantined records", e);
        }
    }

    static QuarantinedRecord record(byte[] key, byte[] value) {
        LogKey.QueueKey place = LogKey.queueOfQuarantined(key);
        ByteSource source = new ByteSource(value);
        int length = source.getVarint();
        int start = source.skip(length);
        byte[] payload = Arrays.copyOfRange(value, start + length, value.length);
        LogEntry entry = new LogEntry(place.lane(), place.partition(), place.tenant(), payload);
        return new QuarantinedRecord(entry, new String(value, start, length, StandardCharsets.UTF_8));
    }
}
