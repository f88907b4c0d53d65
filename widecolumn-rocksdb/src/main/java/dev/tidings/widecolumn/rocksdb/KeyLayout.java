package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.ColumnType;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.codec.ByteSink;
import dev.tidings.widecolumn.codec.KeyCodec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Renders the layout of a table's RocksDB keys as text for the command line, with an example encoded by the codec itself. It does not
 * encode keys for reads or writes; {@link RowEncoder} does.
 */
public final class KeyLayout {
    private static final HexFormat HEX = HexFormat.of();

    /** One part of a key: a line of the text. */
    private record Part(String name, String bytes, String value, String stored, String encoding) {}

    private KeyLayout() {}

    /** The layout of every table of a schema, after an introduction. */
    public static String of(Schema schema) {
        return schema.tables().stream().map(KeyLayout::of).collect(Collectors.joining("\n", """
            Each table is a column family of its own name. The key of a fragment is

              [hash] [partition columns] [clustering columns] [fragment]

            hash      keeps the rows of a partition adjacent; prefix bloom filters are built on it
            columns   in an order-preserving, reversible encoding; n is the length
                      of a value in bytes, z how many of them are 00
            fragment  makes the key of each write to a row unique, so that a write never has to read

            and its value holds the cells of that one write. Reading a row merges its fragments.

            """, ""));
    }

    /** The layout of one table. */
    public static String of(Table<?> table) {
        List<Part> parts = parts(table);
        int name = width(parts.stream().map(Part::name).toList());
        int bytes = width(parts.stream().map(Part::bytes).toList());
        int value = width(parts.stream().map(Part::value).toList());
        int stored = width(parts.stream().map(Part::stored).toList());
        StringBuilder text =
                new StringBuilder(table.name() + "  " + table.declaration().describeKey() + "\n\n");
        String line = "  %-" + name + "s  %" + bytes + "s  %-" + value + "s  %-" + stored + "s  %s";
        for (Part part : parts) {
            text.append(line.formatted(part.name(), part.bytes(), part.value(), part.stored(), part.encoding()))
                    .append('\n');
        }
        return text.toString();
    }

    private static List<Part> parts(Table<?> table) {
        List<Part> parts = new ArrayList<>();
        parts.add(new Part("part", "bytes", "for example", "is stored as", "which is"));
        parts.add(
                new Part("hash", "8", "", HEX.formatHex(hash(table)), "xxh3 of the partition columns as they follow"));
        for (int i = 0; i < table.keySize(); i++) {
            Column<?> column = table.columns().get(i);
            boolean descending = i >= table.partitionSize() && table.descending(i);
            Object example = example(column);
            parts.add(new Part(
                    column.name() + (descending ? " DESC" : ""),
                    size(column.type()),
                    show(example),
                    HEX.formatHex(encoded(table, i, i + 1)),
                    encoding(column.type()) + (descending ? ", every bit flipped" : "")));
        }
        parts.add(new Part("fragment", "8", "1", "0000000000000001", "a number no other fragment of the row has"));
        return parts;
    }

    private static byte[] hash(Table<?> table) {
        byte[] partition = encoded(table, 0, table.partitionSize());
        return new ByteSink(8)
                .putLong(RowEncoder.partitionHash(partition, 0, partition.length))
                .toBytes();
    }

    private static byte[] encoded(Table<?> table, int from, int to) {
        Object[] values = table.columns().stream().map(KeyLayout::example).toArray();
        ByteSink out = new ByteSink(64);
        KeyCodec.encode(table, values, from, to, out);
        return out.toBytes();
    }

    private static String size(ColumnType type) {
        return type.fixedSize() < 0 ? "n + z + 2" : Integer.toString(type.fixedSize());
    }

    private static String encoding(ColumnType type) {
        return switch (type) {
            case TEXT -> "text as UTF-8, 00 written as 00 ff, closed by 00 00";
            case BLOB -> "the bytes, 00 written as 00 ff, closed by 00 00";
            case INT, BIGINT -> type.cql() + ", big-endian, sign bit flipped";
            case TIMESTAMP -> "milliseconds since 1970, big-endian, sign bit flipped";
            case BOOLEAN -> "00 or 01";
            case DOUBLE -> "bits of the double, sign bit flipped if positive, every bit if negative";
            case UUID -> "uuid with its version moved to the front";
            case TEXT_MAP, TEXT_SET -> throw new IllegalArgumentException("a collection can't be part of a key");
        };
    }

    /** An example value for a column; only those of the key are shown. */
    private static Object example(Column<?> column) {
        return switch (column.type()) {
            case TEXT -> column.name();
            case BLOB -> ByteBuffer.wrap(column.name().getBytes(StandardCharsets.UTF_8));
            case INT -> 7;
            case BIGINT -> 7L;
            case BOOLEAN -> true;
            case DOUBLE -> 7.0;
            case TIMESTAMP -> Instant.parse("2026-11-15T09:00:00Z");
            case UUID -> UUID.fromString("019a86e1-9d80-7abc-8def-0123456789ab");
            case TEXT_MAP, TEXT_SET -> null;
        };
    }

    private static String show(Object example) {
        if (example instanceof String text) {
            return "'" + text + "'";
        }
        return example instanceof ByteBuffer blob ? "0x" + HEX.formatHex(blob.array()) : example.toString();
    }

    private static int width(List<String> texts) {
        return texts.stream().mapToInt(String::length).max().orElse(1);
    }
}
