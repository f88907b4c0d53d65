package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.codec.ByteSink;
import dev.tidings.widecolumn.codec.ByteSource;
import java.util.Arrays;

/**
 * An entry of the purge queue: the time at which a tombstone may be dropped. Everything is in the key, so that entries are sorted
 * by that time and two deletes of a row never share one:
 *
 * <pre>
 *   due second (8 bytes), length, table name, the row's key, write time of the delete (8 bytes)
 * </pre>
 *
 * Older stores have entries with the write time in the value instead; new entries have an empty value.
 */
record PurgeEntry(String table, byte[] rowKey, long deletedAt) {

    static byte[] key(long dueSecond, String table, ByteSink rowKey, long deletedAt) {
        ByteSink note = new ByteSink(rowKey.length() + 64).putLong(dueSecond);
        note.putText(table);
        return note.put(rowKey.array(), 0, rowKey.length()).putLong(deletedAt).toBytes();
    }

    static long dueSecond(byte[] key) {
        return new ByteSource(key).getLong();
    }

    static PurgeEntry read(byte[] key, byte[] value) {
        ByteSource in = new ByteSource(key);
        in.skip(Long.BYTES);
        String table = in.getText();
        int end = value.length == 0 ? key.length - Long.BYTES : key.length;
        byte[] rowKey = Arrays.copyOfRange(key, in.skip(end - in.position()), end);
        return new PurgeEntry(table, rowKey, (value.length == 0 ? in : new ByteSource(value)).getLong());
    }
}
