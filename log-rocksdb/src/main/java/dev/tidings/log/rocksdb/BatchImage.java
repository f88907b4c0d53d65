package dev.tidings.log.rocksdb;

import dev.tidings.core.log.LogEntry;
import dev.tidings.widecolumn.codec.ByteSink;
import java.nio.charset.StandardCharsets;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * A write batch in RocksDB's own serialised form, so that a whole commit crosses into native code in one call instead of one per record:
 *
 * <pre>
 *   sequence number (8 bytes, filled in by RocksDB), count (4 bytes, little-endian)
 *   01 length, key, length, value      put
 *   07 length, key                     single delete
 * </pre>
 *
 * Each key is put once, as a single delete requires. Mostly put and delete meet in the memtable and never reach a file.
 */
final class BatchImage {
    private static final int HEADER_BYTES = 12;
    private static final int PUT = 0x01;
    private static final int SINGLE_DELETE = 0x07;

    private final ByteSink changes;
    private int count;

    BatchImage(int capacity) {
        changes = new ByteSink(HEADER_BYTES + capacity);
        changes.skip(HEADER_BYTES);
    }

    void put(LogEntry entry, long sequence) {
        changes.put(PUT);
        key(entry, sequence);
        changes.putVarint(entry.payload().length).put(entry.payload());
        count++;
    }

    void put(byte[] key, byte[] value) {
        changes.put(PUT).putVarint(key.length).put(key).putVarint(value.length).put(value);
        count++;
    }

    void put(byte[] key, long value) {
        put(key, new ByteSink(Long.BYTES).putLong(value).toBytes());
    }

    void delete(LogEntry entry, long sequence) {
        changes.put(SINGLE_DELETE);
        key(entry, sequence);
        count++;
    }

    private void key(LogEntry entry, long sequence) {
        byte[] tenant = entry.tenant().getBytes(StandardCharsets.UTF_8);
        changes.putVarint(LogKey.length(tenant));
        LogKey.write(changes, entry.lane(), entry.partition(), tenant, sequence);
    }

    void append(BatchImage other) {
        changes.put(other.changes.array(), HEADER_BYTES, other.bytes());
        count += other.count;
    }

    int bytes() {
        return changes.length() - HEADER_BYTES;
    }

    /** The batch; the caller closes it. */
    WriteBatch toBatch() throws RocksDBException {
        byte[] image = changes.toBytes();
        for (int i = 0; i < 4; i++) {
            image[8 + i] = (byte) (count >>> 8 * i);
        }
        return new WriteBatch(image);
    }
}
