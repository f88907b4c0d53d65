package dev.tidings.widecolumn.codec;

import dev.tidings.widecolumn.ColumnType;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;

/**
 * Encodes and decodes the values of single cells outside the key, in the same bytes as Cassandra. A tie between two writes with the same
 * write time is broken by comparing these bytes, so the result does not depend on the engine.
 */
public final class CellCodec {
    private CellCodec() {}

    /** Appends the length of the value and the value. */
    public static void encode(ColumnType type, Object value, ByteSink out) {
        switch (type) {
            case TEXT -> out.putText((String) value);
            case BLOB -> {
                ByteBuffer blob = ((ByteBuffer) value).duplicate();
                out.putVarint(blob.remaining());
                int count = blob.remaining();
                int start = out.skip(count);
                blob.get(out.array(), start, count);
            }
            case INT -> out.put(4).putInt((Integer) value);
            case BIGINT -> out.put(8).putLong((Long) value);
            case TIMESTAMP -> out.put(8).putLong(((Instant) value).toEpochMilli());
            case BOOLEAN -> out.put(1).put((Boolean) value ? 1 : 0);
            case DOUBLE -> out.put(8).putLong(Double.doubleToLongBits((Double) value));
            case UUID -> out.put(16).putUuid((UUID) value);
            case TEXT_MAP, TEXT_SET -> throw new IllegalArgumentException("a collection is written entry by entry");
        }
    }

    /** Reads a value of this many bytes. */
    public static Object decode(ColumnType type, ByteSource in, int length) {
        int fixed = type.fixedSize();
        if (fixed >= 0 && fixed != length) {
            throw new IllegalStateException(
                    "damaged value: a " + type.cql() + " of " + length + " bytes, expected " + fixed);
        }
        return switch (type) {
            case TEXT -> in.getText(length);
            case BLOB -> {
                int start = in.skip(length);
                yield ByteBuffer.wrap(Arrays.copyOfRange(in.array(), start, start + length))
                        .asReadOnlyBuffer();
            }
            case INT -> in.getInt();
            case BIGINT -> in.getLong();
            case TIMESTAMP -> Instant.ofEpochMilli(in.getLong());
            case BOOLEAN -> in.get() != 0;
            case DOUBLE -> Double.longBitsToDouble(in.getLong());
            case UUID -> in.getUuid();
            case TEXT_MAP, TEXT_SET -> throw new IllegalArgumentException("a collection is read entry by entry");
        };
    }
}
