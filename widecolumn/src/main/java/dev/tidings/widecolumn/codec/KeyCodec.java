package dev.tidings.widecolumn.codec;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.ColumnType;
import dev.tidings.widecolumn.Table;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/**
 * Encodes key columns as bytes whose unsigned order is the order of the values, and decodes them.
 *
 * <p>No encoded value is a prefix of another of the same column, so values can be written one after the other without any pair of
 * different keys ever meeting:
 *
 * <pre>
 *   text, blob   the bytes (UTF-8), each 00 written as 00 ff, closed by 00 00
 *   int, bigint  big-endian with the sign bit flipped
 *   timestamp    its milliseconds, as a bigint
 *   boolean      00 or 01
 *   double       its bits; sign bit flipped if positive, every bit if negative
 *   uuid         16 bytes with the version moved to the front, as Cassandra sorts them: by version, then by time for version 1,
 *                then by the unsigned rest
 *   DESC         any of these with every bit flipped
 * </pre>
 */
public final class KeyCodec {
    private KeyCodec() {}

    /** Appends the values of the columns from one position of the key up to another. */
    public static void encode(Table<?> table, Object[] values, int from, int to, ByteSink out) {
        for (int i = from; i < to; i++) {
            encode(table, i, values[i], out);
        }
    }

    /** Appends the value of one key column, in the column's order. */
    public static void encode(Table<?> table, int position, Object value, ByteSink out) {
        int start = out.length();
        encodeAscending(table.columns().get(position).type(), value, out);
        if (descending(table, position)) {
            out.invertFrom(start);
        }
    }

    /** Reads the columns from one position of the key up to another into {@code values}. */
    public static void decode(Table<?> table, Object[] values, int from, int to, ByteSource in) {
        for (int i = from; i < to; i++) {
            Column<?> column = table.columns().get(i);
            values[i] = decode(column.type(), descending(table, i) ? 0xff : 0, in);
        }
    }

    private static boolean descending(Table<?> table, int position) {
        return position >= table.partitionSize() && table.descending(position);
    }

    private static void encodeAscending(ColumnType type, Object value, ByteSink out) {
        switch (type) {
            case TEXT -> encodeBytes(((String) value).getBytes(StandardCharsets.UTF_8), out);
            case BLOB -> {
                byte[] bytes = new byte[((ByteBuffer) value).remaining()];
                ((ByteBuffer) value).duplicate().get(bytes);
                encodeBytes(bytes, out);
            }
            case INT -> out.putInt((Integer) value ^ Integer.MIN_VALUE);
            case BIGINT -> out.putLong((Long) value ^ Long.MIN_VALUE);
            case TIMESTAMP -> out.putLong(((Instant) value).toEpochMilli() ^ Long.MIN_VALUE);
            case BOOLEAN -> out.put((Boolean) value ? 1 : 0);
            case DOUBLE -> {
                long bits = Double.doubleToLongBits((Double) value);
                out.putLong(bits ^ (bits >> 63 | Long.MIN_VALUE));
            }
            case UUID -> {
                UUID uuid = (UUID) value;
                out.putLong(versionFirst(uuid.getMostSignificantBits()));
                out.putLong(uuid.getLeastSignificantBits());
            }
            case TEXT_MAP, TEXT_SET -> throw new IllegalArgumentException("a collection can't be part of a key");
        }
    }

    private static Object decode(ColumnType type, int mask, ByteSource in) {
        long wide = mask == 0 ? 0 : -1L;
        return switch (type) {
            case TEXT -> {
                byte[] bytes = decodeBytes(mask, in);
                yield new String(bytes, StandardCharsets.UTF_8);
            }
            case BLOB -> ByteBuffer.wrap(decodeBytes(mask, in)).asReadOnlyBuffer();
            case INT -> in.getInt() ^ (int) wide ^ Integer.MIN_VALUE;
            case BIGINT -> in.getLong() ^ wide ^ Long.MIN_VALUE;
            case TIMESTAMP -> Instant.ofEpochMilli(in.getLong() ^ wide ^ Long.MIN_VALUE);
            case BOOLEAN -> ((in.get() ^ mask) & 0xff) == 1;
            case DOUBLE -> {
                long sortable = in.getLong() ^ wide;
                yield Double.longBitsToDouble(sortable ^ (~sortable >> 63 | Long.MIN_VALUE));
            }
            case UUID -> {
                long front = versionLast(in.getLong() ^ wide);
                yield new UUID(front, in.getLong() ^ wide);
            }
            case TEXT_MAP, TEXT_SET -> throw new IllegalArgumentException("a collection can't be part of a key");
        };
    }

    private static void encodeBytes(byte[] bytes, ByteSink out) {
        int plain = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                out.put(bytes, plain, i + 1 - plain).put(0xff);
                plain = i + 1;
            }
        }
        out.put(bytes, plain, bytes.length - plain).put(0).put(0);
    }

    private static byte[] decodeBytes(int mask, ByteSource in) {
        ByteSink out = new ByteSink(32);
        while (true) {
            byte b = (byte) (in.get() ^ mask);
            if (b == 0) {
                byte next = (byte) (in.get() ^ mask);
                if (next == 0) {
                    return out.toBytes();
                }
                if (next != (byte) 0xff) {
                    throw new IllegalStateException("damaged key: 00 followed by neither 00 nor ff");
                }
            }
            out.put(b);
        }
    }

    /** The upper half with the version first, then the bits that Cassandra compares next. */
    private static long versionFirst(long high) {
        long version = high >>> 12 & 0xf;
        long rest = version == 1
                ? (high & 0xfff) << 48 | (high >>> 16 & 0xffff) << 32 | high >>> 32
                : high >>> 16 << 12 | high & 0xfff;
        return version << 60 | rest;
    }

    private static long versionLast(long sorted) {
        long version = sorted >>> 60;
        long rest = sorted & 0x0fff_ffff_ffff_ffffL;
        return version == 1
                ? (rest & 0xffff_ffffL) << 32 | (rest >>> 32 & 0xffff) << 16 | 1 << 12 | rest >>> 48
                : rest >>> 12 << 16 | version << 12 | rest & 0xfff;
    }
}
