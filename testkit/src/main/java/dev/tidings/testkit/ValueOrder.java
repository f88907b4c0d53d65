package dev.tidings.testkit;

import dev.tidings.widecolumn.ColumnType;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.codec.ByteSink;
import dev.tidings.widecolumn.codec.ByteSource;
import dev.tidings.widecolumn.codec.CellCodec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.UUID;

/** Compares column values and row keys in the order that the contract demands, independently of the key codec under test. */
final class ValueOrder {
    private ValueOrder() {}

    /** The order of rows: an arbitrary order of partitions, and within them the clustering order. */
    static Comparator<Object[]> ofKeys(Table<?> table) {
        return (a, b) -> {
            for (int i = 0; i < table.keySize(); i++) {
                int order = compare(table.columns().get(i).type(), a[i], b[i]);
                if (order != 0) {
                    return i >= table.partitionSize() && table.descending(i) ? -order : order;
                }
            }
            return 0;
        };
    }

    static int compare(ColumnType type, Object a, Object b) {
        return switch (type) {
            case TEXT -> Arrays.compareUnsigned(utf8(a), utf8(b));
            case BLOB -> Arrays.compareUnsigned(bytes(a), bytes(b));
            case UUID -> compareUuids((UUID) a, (UUID) b);
            case INT -> Integer.compare((Integer) a, (Integer) b);
            case BIGINT -> Long.compare((Long) a, (Long) b);
            case BOOLEAN -> Boolean.compare((Boolean) a, (Boolean) b);
            case DOUBLE -> Double.compare((Double) a, (Double) b);
            case TIMESTAMP -> ((Instant) a).compareTo((Instant) b);
            case TEXT_MAP, TEXT_SET -> throw new IllegalArgumentException(type + " has no order");
        };
    }

    /** Compares stored bytes: at the same write time the larger value wins. */
    static int compareStored(ColumnType type, Object a, Object b) {
        return Arrays.compareUnsigned(stored(type, a), stored(type, b));
    }

    private static byte[] stored(ColumnType type, Object value) {
        ByteSink out = new ByteSink(32);
        CellCodec.encode(type, value, out);
        ByteSource in = new ByteSource(out.toBytes());
        in.getVarint();
        return Arrays.copyOfRange(in.array(), in.position(), in.end());
    }

    private static int compareUuids(UUID a, UUID b) {
        if (a.version() != b.version()) {
            return Integer.compare(a.version(), b.version());
        }
        int high = a.version() == 1
                ? Long.compare(a.timestamp(), b.timestamp())
                : Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
        return high != 0 ? high : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
    }

    private static byte[] utf8(Object text) {
        return ((String) text).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] bytes(Object blob) {
        ByteBuffer buffer = ((ByteBuffer) blob).duplicate();
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }
}
