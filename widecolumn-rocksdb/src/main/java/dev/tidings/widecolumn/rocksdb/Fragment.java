package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.codec.ByteSink;
import dev.tidings.widecolumn.codec.ByteSource;

/**
 * The value under one RocksDB key: what a single write said about a row.
 *
 * <pre>
 *   7f ff ff ff  80 00 00 00 00 00 00 00   a row that is not deleted   \
 *   00 or 02                               02: has an expiry            |  the envelope, in the row format of
 *   00                                     column 0                     |  RocksDB's CassandraCompactionFilter
 *   expiry in µs, or 0 (8 bytes)                                        |
 *   length of the payload (4 bytes)                                    /
 *   payload:
 *     01 upsert, 02 delete
 *     write time in µs (8 bytes)
 *     cells, each: varint (column id × 4 + what), then
 *        what 0: length, value     1: nothing, the cell is cleared
 *        what 2: length, entry's key, length, value     3: length, key of an entry taken out
 *   00 00 00 00                            only with an expiry          <  the envelope again
 * </pre>
 *
 * RocksDB runs no Java while it compacts, but it ships with a filter that drops rows in Cassandra's old storage format once they
 * have expired. Every fragment therefore looks to it like a row with one column. Tables without a time to live use the envelope
 * too, so that one can be given to them later.
 */
final class Fragment {
    static final int UPSERT = 1;
    static final int DELETE = 2;

    static final int VALUE = 0;
    static final int CLEARED = 1;
    static final int ENTRY = 2;
    static final int ENTRY_REMOVED = 3;

    static final long NEVER = Long.MAX_VALUE;

    private static final int EXPIRING = 2;
    private static final int MASK_AT = 12;
    private static final int EXPIRY_AT = 14;
    private static final int LENGTH_AT = 22;
    private static final int PAYLOAD_AT = 26;
    private static final int CELLS_AT = PAYLOAD_AT + 9;

    private Fragment() {}

    /** Starts a fragment at the end of the sink; cells follow, then {@link #finish}. */
    static int start(ByteSink out, int kind, long writeTime, long expirySecond) {
        int start = out.length();
        out.putInt(Integer.MAX_VALUE).putLong(Long.MIN_VALUE);
        out.put(expirySecond == NEVER ? 0 : EXPIRING).put(0);
        out.putLong(expirySecond == NEVER ? 0 : Math.multiplyExact(expirySecond, 1_000_000L));
        out.putInt(0);
        out.put(kind).putLong(writeTime);
        return start;
    }

    static void finish(ByteSink out, int start, long expirySecond) {
        out.setInt(start + LENGTH_AT, out.length() - start - PAYLOAD_AT);
        if (expirySecond != NEVER) {
            out.putInt(0);
        }
    }

    static int kind(byte[] value) {
        return value[PAYLOAD_AT];
    }

    static long writeTime(byte[] value) {
        return new ByteSource(value, PAYLOAD_AT + 1, CELLS_AT).getLong();
    }

    /** The second from which the fragment is gone. */
    static long expirySecond(byte[] value) {
        return value[MASK_AT] == 0 ? NEVER : new ByteSource(value, EXPIRY_AT, LENGTH_AT).getLong() / 1_000_000L;
    }

    /** Its cells, in a buffer of which the first {@code length} bytes are the fragment. */
    static ByteSource cells(byte[] value, int length) {
        int end = PAYLOAD_AT + new ByteSource(value, LENGTH_AT, PAYLOAD_AT).getInt();
        if (length < CELLS_AT || end < CELLS_AT || end > length) {
            throw new IllegalStateException("damaged fragment: " + length + " bytes, payload ends at " + end);
        }
        return new ByteSource(value, CELLS_AT, end);
    }
}
