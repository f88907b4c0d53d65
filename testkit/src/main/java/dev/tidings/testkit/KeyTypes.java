package dev.tidings.testkit;

import dev.tidings.widecolumn.Clustering;
import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** Test tables of the engine contract: for every type of a key column, one that sorts ascending and one that sorts descending. */
final class KeyTypes {
    record ByText(String tenant, String k) {}

    record ByBlob(String tenant, ByteBuffer k) {}

    record ByUuid(String tenant, UUID k) {}

    record ByInt(String tenant, int k) {}

    record ByBigint(String tenant, long k) {}

    record ByBoolean(String tenant, boolean k) {}

    record ByDouble(String tenant, double k) {}

    record ByTimestamp(String tenant, Instant k) {}

    /** @param values in ascending order */
    record KeyType(Column<?> column, Class<? extends Record> rows, List<?> values) {}

    static final List<KeyType> ALL = List.of(
            new KeyType(
                    Column.text("k", "a text"),
                    ByText.class,
                    List.of("", "\0", "\0\0", "\0\1", "\1", "a", "a\0", "a\0a", "aa", "ÿ", "\uffff", "😀")),
            new KeyType(
                    Column.blob("k", "a blob"),
                    ByBlob.class,
                    List.of(
                            blob(),
                            blob(0),
                            blob(0, 0),
                            blob(0, 1),
                            blob(0, 255),
                            blob(1),
                            blob(1, 0),
                            blob(127),
                            blob(128),
                            blob(254, 255),
                            blob(255),
                            blob(255, 0),
                            blob(255, 255))),
            new KeyType(
                    Column.uuid("k", "a uuid"),
                    ByUuid.class,
                    List.of(
                            // Version 1 sorts by its time, whose high bits come last; then by the rest, unsigned.
                            UUID.fromString("ffffffff-ffff-1000-8000-000000000000"),
                            UUID.fromString("00000000-0000-1001-8000-000000000000"),
                            UUID.fromString("00000000-0000-1001-8000-000000000001"),
                            UUID.fromString("00000000-0000-1001-ffff-ffffffffffff"),
                            UUID.fromString("00000000-0000-4000-8000-000000000000"),
                            UUID.fromString("7fffffff-0000-4000-8000-000000000000"),
                            UUID.fromString("80000000-0000-4000-8000-000000000000"),
                            UUID.fromString("00000000-0000-7000-8000-000000000000"),
                            UUID.fromString("0190d7a0-0000-7000-8000-000000000000"),
                            UUID.fromString("0190d7a0-0000-7001-8000-000000000000"),
                            UUID.fromString("0190d7a0-0001-7000-8000-000000000000"),
                            UUID.fromString("ffffffff-ffff-7fff-bfff-ffffffffffff"))),
            new KeyType(
                    Column.integer("k", "an int"),
                    ByInt.class,
                    List.of(Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE)),
            new KeyType(
                    Column.bigint("k", "a bigint"),
                    ByBigint.class,
                    List.of(Long.MIN_VALUE, -256L, -1L, 0L, 1L, 255L, 256L, Long.MAX_VALUE)),
            new KeyType(Column.bool("k", "a boolean"), ByBoolean.class, List.of(false, true)),
            new KeyType(
                    Column.real("k", "a double"),
                    ByDouble.class,
                    List.of(
                            Double.NEGATIVE_INFINITY,
                            -Double.MAX_VALUE,
                            -1.0,
                            -Double.MIN_VALUE,
                            -0.0,
                            0.0,
                            Double.MIN_VALUE,
                            1.0,
                            Double.MAX_VALUE,
                            Double.POSITIVE_INFINITY)),
            new KeyType(
                    Column.timestamp("k", "a timestamp"),
                    ByTimestamp.class,
                    List.of(
                            Instant.parse("1900-01-01T00:00:00Z"),
                            Instant.ofEpochMilli(-1),
                            Instant.ofEpochMilli(0),
                            Instant.ofEpochMilli(1),
                            Instant.parse("2026-06-01T12:00:00.001Z"),
                            Instant.parse("9999-01-01T00:00:00Z"))));

    static final Column<String> TENANT = Column.text("tenant", "keeps the rows of one test apart from all others");

    private KeyTypes() {}

    static Table<?> table(KeyType type, boolean descending) {
        String name = "by_" + type.column.type().name().toLowerCase(Locale.ROOT);
        return Table.named(name + (descending ? "_down" : "_up"))
                .comment("rows sorted by " + type.column)
                .partition(TENANT)
                .clustering(new Clustering(type.column, descending))
                .serves(all(), range(type))
                .rows(type.rows);
    }

    static Query all() {
        return Query.named("all", TENANT);
    }

    static Query range(KeyType type) {
        return Query.named("range", TENANT).range(type.column);
    }

    static Table<?>[] tables() {
        List<Table<?>> tables = new ArrayList<>();
        for (KeyType type : ALL) {
            tables.add(table(type, false));
            tables.add(table(type, true));
        }
        return tables.toArray(Table<?>[]::new);
    }

    private static ByteBuffer blob(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return ByteBuffer.wrap(bytes);
    }
}
