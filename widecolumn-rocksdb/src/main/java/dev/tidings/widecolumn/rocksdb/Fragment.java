package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.codec.ByteSink;
import dev.tidings.widecolumn.codec.ByteSource;

/**
 * The value under one RocksDB key: the cells that a single write set or removed in a row.
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
 *     cells, each: varint (column id × 4 + kind), then
 *        kind 0: length, value     1: nothing, the cell is cleared
 *        kind 2: length, entry's key, length, value     3: length, key of a removed entry
 *   00 00 00 00                            only with an expiry          <  the envelope again
 * </pre>
 *
 * RocksDB runs no Java while it compacts, but it ships with a filter that drops rows in Cassandra's old storage format once they
 * have expired. Every fragment therefore looks to the filter like a row with one column. Tables without a time to live use the
 * envelope too, so that there is one format. As each fragment stores its expiry, the time to live of a table can't change later:
 * {@link StoreMetadata} refuses it.
 */
final class Fragment {
    static final int UPSERT = 1;
    static final int DELETE = 2;

    static final int VALUE = 0;
    static final int CLEARED = 1;
    static final int ENTRY = 2;
    static final int ENTRY_REMOVED = 3;

    static final long NEVER = Long.MAX_VALUE;

    /**
     * From this second on, in March 2255, an expiry is not stored and the fragment never expires. The filter counts in
     * nanoseconds: an expiry after April 2262 would overflow into the past, and the filter would drop live rows.
     */
    static final long MAX_EXPIRY_SECOND = 9_000_000_000L;

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
        out.put(expires(expirySecond) ? EXPIRING : 0).put(0);
        out.putLong(expires(expirySecond) ? Math.multiplyExact(expirySecond, 1_000_000L) : 0);
        out.putInt(0);
        out.put(kind).putLong(writeTime);
        return start;
    }

    static void finish(ByteSink out, int start, long expirySecond) {
        out.setInt(start + LENGTH_AT, out.length() - start - PAYLOAD_AT);
        if (expires(expirySecond)) {
            out.putInt(0);
        }
    }

    private static boolean expires(long expirySecond) {
        return expirySecond < MAX_EXPIRY_SECOND;
    }

    /** Must be called before any of the fields below is read, as the buffer may be longer than the fragment. */
    static void requireComplete(int length) {
        if (length < CELLS_AT) {
            throw new IllegalStateException("damaged fragment: " + length + " bytes, expected at least " + CELLS_AT);
        }
    }

    static int kind(byte[] value) {
        int kind = value[PAYLOAD_AT];
        if (kind != UPSERT && kind != DELETE) {
            throw new IllegalStateException("damaged fragment: neither upsert nor delete but " + kind);
        }
        return kind;
    }

    static long writeTime(byte[] value) {
        return new ByteSource(value, PAYLOAD_AT + 1, CELLS_AT).getLong();
    }

    /** The second from which on the fragment counts as expired. */
    static long expirySecond(byte[] value) {
        return value[MASK_AT] == 0 ? NEVER : new ByteSource(value, EXPIRY_AT, LENGTH_AT).getLong() / 1_000_000L;
    }

    /** The cells of the fragment in the first {@code length} bytes of a buffer. */
    static ByteSource cells(byte[] value, int length) {
        int end = PAYLOAD_AT + new ByteSource(value, LENGTH_AT, PAYLOAD_AT).getInt();
        if (end < CELLS_AT || end > length) {
            throw new IllegalStateException("damaged fragment: " + length + " bytes, payload ends at " + end);
        }
        return new ByteSource(value, CELLS_AT, end);
    }
}
