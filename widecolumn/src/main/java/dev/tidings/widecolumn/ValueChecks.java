package dev.tidings.widecolumn;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Validates values against their columns, or throws an {@link InvalidValueException}, and copies buffers and collections, so that they
 * can't change between the check and the write. Every value of an upsert, delete or select passes here.
 */
final class ValueChecks {
    /** Large values belong in an object store: they make pages, batches and compactions uneven. */
    static final int MAX_CELL_BYTES = 1 << 20;
    /** Cassandra's limit for the key of a map entry or an element of a set. */
    static final int MAX_ENTRY_BYTES = 65_535;

    /** Cassandra's limit for a serialized partition key, and for all clustering values together. */
    static final int MAX_KEY_BYTES = 65_535;

    private ValueChecks() {}

    /** Checks a whole key in place: every column present and of its type, partition and clustering key within the limits. */
    static void checkKey(Table<?> table, Object[] values) {
        long clusteringBytes = 0;
        for (int i = 0; i < table.keySize(); i++) {
            values[i] = checkKey(table, i, values[i]);
            if (i >= table.partitionSize()) {
                clusteringBytes += keyBytes(table.columns().get(i).type(), values[i]);
            }
        }
        checkPartition(table, values);
        if (clusteringBytes > MAX_KEY_BYTES) {
            throw new InvalidValueException(
                    "clustering key of " + table.name(),
                    Arrays.asList(values)
                            .subList(table.partitionSize(), table.keySize())
                            .toString(),
                    "at most " + MAX_KEY_BYTES + " bytes, not " + clusteringBytes);
        }
    }

    /** Checks the size of a partition key as Cassandra counts it: three more bytes for each of several columns. */
    static void checkPartition(Table<?> table, Object[] values) {
        int columns = table.partitionSize();
        long bytes = columns > 1 ? 3L * columns : 0;
        for (int i = 0; i < columns; i++) {
            bytes += keyBytes(table.columns().get(i).type(), values[i]);
        }
        if (bytes == 0) {
            throw new InvalidValueException(
                    "partition key of " + table.name(),
                    values[0],
                    "at least one byte: an empty key names no partition");
        }
        if (bytes > MAX_KEY_BYTES) {
            throw new InvalidValueException(
                    "partition key of " + table.name(),
                    Arrays.asList(values).subList(0, columns).toString(),
                    "at most " + MAX_KEY_BYTES + " bytes, not " + bytes);
        }
    }

    private static int keyBytes(ColumnType type, Object value) {
        return switch (type) {
            case TEXT -> utf8Length((String) value);
            case BLOB -> ((ByteBuffer) value).remaining();
            default -> type.fixedSize();
        };
    }

    private static int utf8Length(String text) {
        int bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                // A surrogate is half of a four-byte character.
                bytes += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
            }
        }
        return bytes;
    }

    /** Returns the value to keep. */
    static Object checkKey(Table<?> table, int position, Object value) {
        Column<?> column = table.columns().get(position);
        if (value == null) {
            throw new InvalidValueException(
                    "key column " + column.name() + " of " + table.name(),
                    null,
                    "a " + column.type().cql() + ": every column of the key "
                            + table.declaration().describeKey() + " needs a value");
        }
        Object checked = check(table, position, value);
        int bytes = column.type().fixedSize() >= 0 ? 0 : keyBytes(column.type(), checked);
        if (bytes > MAX_KEY_BYTES) {
            throw rejected(table, column, value, "at most " + MAX_KEY_BYTES + " bytes in a key, not " + bytes);
        }
        return checked;
    }

    /** Returns the value to keep. */
    static Object check(Table<?> table, int position, Object given) {
        Column<?> column = table.columns().get(position);
        ColumnType type = column.type();
        if (!type.javaType().isInstance(given)) {
            throw rejected(table, column, given, type.javaType().getSimpleName() + " for a " + type.cql());
        }
        Object value = copy(type, given);
        switch (type) {
            case TEXT -> checkText(table, column, (String) value, MAX_CELL_BYTES);
            case DOUBLE -> {
                if (((Double) value).isNaN()) {
                    throw rejected(table, column, value, "a number: NaN equals nothing and sorts nowhere");
                }
            }
            case TIMESTAMP -> checkInstant(table, column, (Instant) value);
            case BLOB -> {
                if (((ByteBuffer) value).remaining() > MAX_CELL_BYTES) {
                    throw rejected(table, column, value, "at most " + MAX_CELL_BYTES + " bytes");
                }
            }
            case TEXT_MAP -> ((Map<?, ?>) value).forEach((k, v) -> checkEntry(table, column, k, v));
            case TEXT_SET -> ((Set<?>) value).forEach(element -> checkEntry(table, column, element, ""));
            case UUID, INT, BIGINT, BOOLEAN -> {}
        }
        return value;
    }

    private static Object copy(ColumnType type, Object value) {
        return switch (type) {
            case BLOB -> {
                ByteBuffer given = ((ByteBuffer) value).duplicate();
                byte[] bytes = new byte[given.remaining()];
                given.get(bytes);
                yield ByteBuffer.wrap(bytes).asReadOnlyBuffer();
            }
            case TEXT_MAP -> Collections.unmodifiableMap(new LinkedHashMap<>((Map<?, ?>) value));
            case TEXT_SET -> Collections.unmodifiableSet(new LinkedHashSet<>((Set<?>) value));
            default -> value;
        };
    }

    static void checkEntry(Table<?> table, Column<?> column, Object key, Object value) {
        if (!(key instanceof String name)) {
            throw rejected(table, column, key, "a text as the entry's key");
        }
        if (!(value instanceof String text)) {
            throw rejected(table, column, value, "a text as the value of entry '" + name + "'");
        }
        checkText(table, column, name, MAX_ENTRY_BYTES);
        checkText(table, column, text, MAX_CELL_BYTES);
    }

    private static void checkInstant(Table<?> table, Column<?> column, Instant instant) {
        if (instant.getNano() % 1_000_000 != 0) {
            throw rejected(table, column, instant, "whole milliseconds, which is what a timestamp column keeps");
        }
        try {
            instant.toEpochMilli();
        } catch (ArithmeticException e) {
            throw rejected(table, column, instant, "a time that fits 64 bits of milliseconds");
        }
    }

    /** A lone surrogate has no UTF-8 form: it would come back as a question mark, and two keys could become one. */
    private static void checkText(Table<?> table, Column<?> column, String text, int maxBytes) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                boolean pair =
                        Character.isHighSurrogate(c) && i + 1 < length && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    throw rejected(
                            table, column, text, "well-formed Unicode: the surrogate at " + i + " has no partner");
                }
                i++;
            }
        }
        // At most three bytes a char, so short texts need no counting.
        if (length > maxBytes / 3 && utf8Length(text) > maxBytes) {
            throw rejected(table, column, text, "at most " + maxBytes + " bytes of UTF-8");
        }
    }

    private static InvalidValueException rejected(Table<?> table, Column<?> column, Object value, String expected) {
        return new InvalidValueException("column " + column.name() + " of " + table.name(), value, expected);
    }
}
