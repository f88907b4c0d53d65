package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.codec.ByteSink;
import dev.tidings.widecolumn.codec.KeyCodec;
import java.util.Arrays;
import java.util.Optional;

/**
 * The range of RocksDB keys that a select or a row covers: from {@code start} inclusive to {@code end} exclusive, in the order of their
 * bytes. A {@link RowScan} iterates over it.
 *
 * @param prefixLength the number of bytes that all keys of the range share because their columns are fixed; the other columns
 *     follow
 */
record KeyRange(byte[] start, byte[] end, int prefixLength) {

    /** The range of all rows of a table. */
    static KeyRange all() {
        byte[] end = new byte[2 * RocksTuning.PREFIX_BYTES];
        Arrays.fill(end, (byte) 0xff);
        return new KeyRange(new byte[RocksTuning.PREFIX_BYTES], end, RocksTuning.PREFIX_BYTES);
    }

    /** The range of all fragments of a row, given its key without a fragment number. */
    static KeyRange ofRow(byte[] rowKey) {
        return new KeyRange(rowKey, successor(rowKey), rowKey.length);
    }

    /** The range of the rows of a select, from its cursor on. */
    static KeyRange of(StoredTable stored, Select<?> select) {
        ByteSink prefix = new ByteSink(96);
        stored.bytes().keyPrefix(select.values(), select.equalCount(), prefix);
        byte[] start = prefix.toBytes();
        byte[] end = successor(start);
        if (select.lower().isPresent() || select.upper().isPresent()) {
            int position = select.equalCount();
            boolean descending = select.table().descending(position);
            // In a descending column the largest value comes first, so the bounds are swapped.
            Optional<Select.Bound> first = descending ? select.upper() : select.lower();
            Optional<Select.Bound> last = descending ? select.lower() : select.upper();
            if (first.isPresent()) {
                byte[] at = extend(stored, prefix, position, first.get().value());
                start = first.get().inclusive() ? at : successor(at);
            }
            if (last.isPresent()) {
                byte[] at = extend(stored, prefix, position, last.get().value());
                end = last.get().inclusive() ? successor(at) : at;
            }
        }
        Optional<Object[]> resume = select.resumeKey();
        if (resume.isEmpty()) {
            return new KeyRange(start, end, prefix.length());
        }
        ByteSink row = new ByteSink(96);
        stored.bytes().keyPrefix(resume.get(), select.table().keySize(), row);
        return select.reversed()
                ? new KeyRange(start, min(end, row.toBytes()), prefix.length())
                : new KeyRange(max(start, successor(row.toBytes())), end, prefix.length());
    }

    boolean isEmpty() {
        return Arrays.compareUnsigned(start, end) >= 0;
    }

    boolean beforeEnd(byte[] key, int length) {
        return Arrays.compareUnsigned(key, 0, length, end, 0, end.length) < 0;
    }

    boolean notBeforeStart(byte[] key, int length) {
        return Arrays.compareUnsigned(key, 0, length, start, 0, start.length) >= 0;
    }

    /** Whether both ends have the same partition hash, so that prefix bloom filters can be used. */
    boolean inOnePrefix() {
        int bytes = RocksTuning.PREFIX_BYTES;
        return Arrays.equals(start, 0, bytes, end, 0, bytes);
    }

    private static byte[] extend(StoredTable stored, ByteSink prefix, int position, Object value) {
        int length = prefix.length();
        KeyCodec.encode(stored.table(), position, value, prefix);
        byte[] extended = prefix.toBytes();
        prefix.truncate(length);
        return extended;
    }

    /** The smallest key above everything that starts with these bytes. */
    private static byte[] successor(byte[] prefix) {
        for (int i = prefix.length - 1; i >= 0; i--) {
            if (prefix[i] != (byte) 0xff) {
                byte[] next = Arrays.copyOf(prefix, i + 1);
                next[i]++;
                return next;
            }
        }
        throw new IllegalStateException("a key of nothing but ff bytes has no successor");
    }

    private static byte[] min(byte[] a, byte[] b) {
        return Arrays.compareUnsigned(a, b) <= 0 ? a : b;
    }

    private static byte[] max(byte[] a, byte[] b) {
        return Arrays.compareUnsigned(a, b) >= 0 ? a : b;
    }
}
