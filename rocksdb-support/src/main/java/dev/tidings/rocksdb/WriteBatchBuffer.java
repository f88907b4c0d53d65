package dev.tidings.rocksdb;

import dev.tidings.widecolumn.codec.ByteSink;
import dev.tidings.widecolumn.codec.ByteSource;
import java.util.Arrays;
import java.util.List;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * A buffer of changes in RocksDB's own write batch format. {@link #toBatch} concatenates the buffers of a group, and the whole commit
 * crosses into native code in one call instead of one per change. A buffer can be filled on any thread, so callers can encode their changes
 * themselves instead of the committer. The format is that of the write-ahead log; a test compares it with RocksDB's own writer.
 *
 * <pre>
 *   sequence number (8 bytes, filled in by RocksDB), count (4 bytes, little-endian)
 *   01 length, key, length, value                              put into the default column family
 *   07 length, key                                             single delete from the default column family
 *   05 column family (varint), length, key, length, value      put
 *   04 column family (varint), length, key                     delete
 * </pre>
 *
 * A single delete requires that its key was put exactly once.
 */
public final class WriteBatchBuffer {
    private static final int HEADER_BYTES = 12;
    private static final int PUT = 0x01;
    private static final int DELETE_IN_FAMILY = 0x04;
    private static final int PUT_IN_FAMILY = 0x05;
    private static final int SINGLE_DELETE = 0x07;

    /** Below the minimum sorting does not pay; above the maximum an index does not fit into a sort key. */
    private static final int MIN_TO_SORT = 16;

    private static final int MAX_TO_SORT = 1 << 16;

    private final ByteSink changes;
    private int count;
    /** The start of each change, followed by the end of the last one; null while the changes are in insertion order. */
    private int[] starts;
    /** The sort keys in order, each with the index of its change in the lowest bits. */
    private long[] order;

    public WriteBatchBuffer(int capacity) {
        changes = new ByteSink(capacity);
    }

    public void put(ByteSink key, byte[] value) {
        changes.put(PUT).putVarint(key.length()).put(key.array(), 0, key.length());
        changes.putVarint(value.length).put(value);
        count++;
    }

    public void put(byte[] key, byte[] value) {
        changes.put(PUT).putVarint(key.length).put(key).putVarint(value.length).put(value);
        count++;
    }

    /** The value is written with 8 bytes, big-endian. */
    public void put(byte[] key, long value) {
        changes.put(PUT).putVarint(key.length).put(key).putVarint(Long.BYTES).putLong(value);
        count++;
    }

    public void singleDelete(ByteSink key) {
        changes.put(SINGLE_DELETE).putVarint(key.length()).put(key.array(), 0, key.length());
        count++;
    }

    public void put(int family, ByteSink key, ByteSink value) {
        changes.put(PUT_IN_FAMILY).putVarint(family);
        changes.putVarint(key.length()).put(key.array(), 0, key.length());
        changes.putVarint(value.length()).put(value.array(), 0, value.length());
        count++;
    }

    public void put(int family, byte[] key, byte[] value) {
        changes.put(PUT_IN_FAMILY).putVarint(family);
        changes.putVarint(key.length).put(key);
        changes.putVarint(value.length).put(value);
        count++;
    }

    public void delete(int family, byte[] key) {
        changes.put(DELETE_IN_FAMILY).putVarint(family).putVarint(key.length).put(key);
        count++;
    }

    /** Concatenates the buffers into one batch with a single copy; to be closed by the caller. */
    public static WriteBatch toBatch(List<WriteBatchBuffer> buffers) throws RocksDBException {
        int length = HEADER_BYTES;
        int count = 0;
        for (WriteBatchBuffer buffer : buffers) {
            length = Math.addExact(length, buffer.changes.length());
            count += buffer.count;
        }
        byte[] joined = new byte[length];
        for (int i = 0; i < 4; i++) {
            joined[8 + i] = (byte) (count >>> 8 * i);
        }
        int at = HEADER_BYTES;
        for (WriteBatchBuffer buffer : buffers) {
            buffer.copyTo(joined, at);
            at += buffer.changes.length();
        }
        return new WriteBatch(joined);
    }

    private void copyTo(byte[] target, int start) {
        byte[] bytes = changes.array();
        if (order == null) {
            System.arraycopy(bytes, 0, target, start, changes.length());
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
     * Sorts the changes by key, which speeds up the insert into the memtable: RocksDB continues at the position of the previous
     * key instead of searching a table of a hundred megabytes from its start. Changes with equal first bytes, such as rows of one
     * partition, keep their order. Must be called after the last change was added.
     */
    public void sort() {
        if (count < MIN_TO_SORT || count > MAX_TO_SORT) {
            return;
        }
        byte[] bytes = changes.array();
        starts = new int[count + 1];
        order = new long[count];
        ByteSource source = new ByteSource(bytes);
        for (int i = 0; i < count; i++) {
            starts[i] = source.position();
            int tag = source.get();
            long family = tag == PUT_IN_FAMILY || tag == DELETE_IN_FAMILY ? source.getVarint() : 0;
            int keyLength = source.getVarint();
            int key = source.skip(keyLength);
            long prefix = 0;
            for (int b = 0; b < 5; b++) {
                prefix = prefix << 8 | (b < keyLength ? bytes[key + b] & 0xff : 0);
            }
            // Seven bits of the family, forty of the key, sixteen of the index: never negative.
            order[i] = (family & 0x7f) << 56 | prefix << 16 | i;
            if (tag == PUT_IN_FAMILY || tag == PUT) {
                source.skip(source.getVarint());
            }
        }
        starts[count] = changes.length();
        Arrays.sort(order);
    }

    /** The size of the changes, without the header. */
    public int bytes() {
        return changes.length();
    }

    public boolean isEmpty() {
        return count == 0;
    }
}
