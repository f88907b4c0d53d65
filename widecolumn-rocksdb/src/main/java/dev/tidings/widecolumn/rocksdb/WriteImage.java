package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.codec.ByteSink;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * Changes in the form in which RocksDB itself keeps a write batch: a header of twelve bytes, then a record per change. Callers
 * write their records on their own threads, the committer joins them, and all of it crosses into native code in one call instead
 * of one per row. The format is that of the write-ahead log; a test holds it against what RocksDB writes.
 *
 * <pre>
 *   sequence number (8 bytes, filled in by RocksDB), count (4 bytes, little-endian)
 *   05 column family (varint), length, key, length, value      put
 *   04 column family (varint), length, key                     delete
 * </pre>
 */
final class WriteImage {
    private static final int HEADER_BYTES = 12;
    private static final int DELETE_IN_FAMILY = 0x04;
    private static final int PUT_IN_FAMILY = 0x05;

    private final ByteSink records;
    private int count;

    WriteImage(int capacity) {
        records = new ByteSink(capacity);
    }

    void put(int family, ByteSink key, ByteSink value) {
        records.put(PUT_IN_FAMILY).putVarint(family);
        records.putVarint(key.length()).put(key.array(), 0, key.length());
        records.putVarint(value.length()).put(value.array(), 0, value.length());
        count++;
    }

    void put(int family, byte[] key, byte[] value) {
        records.put(PUT_IN_FAMILY).putVarint(family);
        records.putVarint(key.length).put(key);
        records.putVarint(value.length).put(value);
        count++;
    }

    void delete(int family, byte[] key) {
        records.put(DELETE_IN_FAMILY).putVarint(family).putVarint(key.length).put(key);
        count++;
    }

    void append(WriteImage other) {
        records.put(other.records.array(), 0, other.records.length());
        count += other.count;
    }

    int bytes() {
        return records.length();
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** The batch, to be closed by the caller. */
    WriteBatch toBatch() throws RocksDBException {
        byte[] image = new byte[HEADER_BYTES + records.length()];
        for (int i = 0; i < 4; i++) {
            image[8 + i] = (byte) (count >>> 8 * i);
        }
        System.arraycopy(records.array(), 0, image, HEADER_BYTES, records.length());
        return new WriteBatch(image);
    }
}
