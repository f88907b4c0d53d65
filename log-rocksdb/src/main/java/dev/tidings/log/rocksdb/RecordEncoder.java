package dev.tidings.log.rocksdb;

import dev.tidings.core.log.LogEntry;
import dev.tidings.rocksdb.WriteBatchBuffer;
import dev.tidings.widecolumn.codec.ByteSink;
import java.nio.charset.StandardCharsets;

/**
 * Encodes puts and deletes of log records into a write batch. Each key is put once, as a single delete requires. Reuses one buffer for
 * keys: not safe for use by several threads at once.
 */
final class RecordEncoder {
    private static final int KEY_BYTES = 64;

    private final ByteSink key = new ByteSink(KEY_BYTES);

    void put(LogEntry entry, long sequence, WriteBatchBuffer changes) {
        changes.put(key(entry, sequence), entry.payload());
    }

    void delete(LogEntry entry, long sequence, WriteBatchBuffer changes) {
        changes.singleDelete(key(entry, sequence));
    }

    private ByteSink key(LogEntry entry, long sequence) {
        byte[] tenant = entry.tenant().getBytes(StandardCharsets.UTF_8);
        key.truncate(0);
        LogKey.write(key, entry.lane(), entry.partition(), tenant, sequence);
        return key;
    }
}
