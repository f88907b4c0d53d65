package dev.tidings.widecolumn.codec;

import dev.tidings.widecolumn.Clustering;
import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * A table whose clustering key is any combination of one column per type, in any order, ascending or descending. One record fits them all,
 * because components are bound to columns by name.
 */
record KeyShape(Table<Row> table) {
    record Row(
            String tenant,
            String name,
            ByteBuffer bytes,
            UUID id,
            Integer small,
            Long large,
            Boolean flag,
            Double real,
            Instant at) {}

    private static final Column<String> TENANT = Column.text("tenant", "whose row it is");
    private static final List<Column<?>> ALL = List.of(
            Column.text("name", "a text"),
            Column.blob("bytes", "a blob"),
            Column.uuid("id", "a uuid"),
            Column.integer("small", "an int"),
            Column.bigint("large", "a bigint"),
            Column.bool("flag", "a boolean"),
            Column.real("real", "a double"),
            Column.timestamp("at", "a timestamp"));

    static KeyShape of(List<Column<?>> columns, List<Boolean> descending, int keys) {
        Clustering[] clustering = new Clustering[keys];
        for (int i = 0; i < keys; i++) {
            clustering[i] = new Clustering(columns.get(i), descending.get(i));
        }
        return new KeyShape(Table.named("shapes")
                .comment("which keys sort how")
                .partition(TENANT)
                .clustering(clustering)
                .columns(columns.subList(keys, columns.size()).toArray(Column<?>[]::new))
                .serves(Query.named("all", TENANT))
                .rows(Row.class));
    }

    /** One column of each type alone, ascending and descending. */
    static Arbitrary<KeyShape> single() {
        return Combinators.combine(Arbitraries.of(ALL), Arbitraries.of(true, false))
                .as((column, descending) -> {
                    List<Column<?>> columns = new ArrayList<>(ALL);
                    columns.remove(column);
                    columns.add(0, column);
                    return of(columns, List.of(descending), 1);
                });
    }

    static Arbitrary<KeyShape> several() {
        return Combinators.combine(
                        Arbitraries.shuffle(ALL),
                        Arbitraries.of(true, false).list().ofSize(ALL.size()),
                        Arbitraries.integers().between(2, 4))
                .as(KeyShape::of);
    }

    /** The clustering values of a row, with the preceding positions empty. */
    Arbitrary<Object[]> rows() {
        List<Arbitrary<Object>> values = new ArrayList<>();
        for (int i = 0; i < keys(); i++) {
            values.add(KeyValues.of(table.columns().get(1 + i).type()));
        }
        return Combinators.combine(values).as(key -> {
            Object[] row = new Object[table.columns().size()];
            for (int i = 0; i < key.size(); i++) {
                row[1 + i] = key.get(i);
            }
            return row;
        });
    }

    Comparator<Object[]> order() {
        Comparator<Object[]> order = (a, b) -> 0;
        for (int i = 1; i < table.keySize(); i++) {
            int position = i;
            Comparator<Object> values = KeyValues.order(table.columns().get(i).type());
            Comparator<Object> directed = table.descending(i) ? values.reversed() : values;
            order = order.thenComparing((a, b) -> directed.compare(a[position], b[position]));
        }
        return order;
    }

    byte[] encode(Object[] row) {
        ByteSink out = new ByteSink(16);
        KeyCodec.encode(table, row, 1, table.keySize(), out);
        return out.toBytes();
    }

    private int keys() {
        return table.keySize() - 1;
    }

    @Override
    public String toString() {
        return table.toString();
    }
}
