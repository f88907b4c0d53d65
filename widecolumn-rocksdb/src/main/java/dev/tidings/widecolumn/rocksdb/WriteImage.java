package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.codec.ByteSink;
import dev.tidings.widecolumn.codec.ByteSource;
import java.util.Arrays;
import java.util.List;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * A buffer of changes in RocksDB's own write batch format: a header of twelve bytes, then a record per change. Callers encode
 * their records on their own threads, the committer concatenates them, and they cross into native code in one call instead of one
 * per row. The format is that of the write-ahead log; a test compares it with RocksDB's own writer.
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

    /** Below the minimum sorting does not pay; above the maximum an index does not fit into a sort key. */
    private static final int MIN_TO_SORT = 16;

    private static final int MAX_TO_SORT = 1 << 16;

    private final ByteSink records;
    private int count;
    /** The start of each record, followed by the end of the last one; null while the records are in insertion order. */
    private int[] starts;
    /** The sort keys in order, each with the index of its record in the lowest bits. */
    private long[] order;

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

    /** Concatenates the images into one batch with a single copy; to be closed by the caller. */
    static WriteBatch toBatch(List<WriteImage> images) throws RocksDBException {
        int length = HEADER_BYTES;
        int changes = 0;
        for (WriteImage image : images) {
            length = Math.addExact(length, image.records.length());
            changes += image.count;
        }
        byte[] joined = new byte[length];
        for (int i = 0; i < 4; i++) {
            joined[8 + i] = (byte) (changes >>> 8 * i);
        }
        int at = HEADER_BYTES;
        for (WriteImage image : images) {
            image.copyTo(joined, at);
            at += image.records.length();
        }
        return new WriteBatch(joined);
    }

    private void copyTo(byte[] target, int start) {
        byte[] bytes = records.array();
        if (order == null) {
            System.arraycopy(bytes, 0, target, start, records.length());
            return;
        }
        int at = start;
        for (long sortKey : order) {
            int index = (int) sortKey & MAX_TO_SORT - 1;
            int length = starts[index + 1] - starts[index];
            System.arraycopy(bytes, starts[index], target, at, length);
            at += length;
        }
    }

    /**
     * Sorts the records by key, which speeds up the insert into the memtable: RocksDB continues at the position of the previous
     * key instead of searching a table of a hundred megabytes from its start. Records with equal first bytes, such as rows of one
     * partition, keep their order. Must be called after the last record was added.
     */
    void sort() {
        if (count < MIN_TO_SORT || count > MAX_TO_SORT) {
            return;
        }
        byte[] bytes = records.array();
        starts = new int[count + 1];
        order = new long[count];
        ByteSource source = new ByteSource(bytes);
        for (int i = 0; i < count; i++) {
            starts[i] = source.position();
            int tag = source.get();
            long family = source.getVarint();
            int keyLength = source.getVarint();
            int key = source.skip(keyLength);
            long prefix = 0;
            for (int b = 0; b < 5; b++) {
                prefix = prefix << 8 | (b < keyLength ? bytes[key + b] & 0xff : 0);
            }
            // Seven bits of the family, forty of the key, sixteen of the index: never negative.
            order[i] = (family & 0x7f) << 56 | prefix << 16 | i;
            if (tag == PUT_IN_FAMILY) {
                source.skip(source.getVarint());
            }
        }
        starts[count] = records.length();
        Arrays.sort(order);
    }

    int bytes() {
        return records.length();
    }

    boolean isEmpty() {
        return count == 0;
    }
}
