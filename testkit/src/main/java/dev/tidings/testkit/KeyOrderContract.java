package dev.tidings.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.testkit.KeyTypes.KeyType;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Contract of clustering order: rows sort as in Cassandra, for every type, ascending and descending. */
abstract class KeyOrderContract extends EngineTheme {
    KeyOrderContract(EngineContract contract) {
        super(contract, "contract_key_order", KeyTypes.tables());
    }

    Stream<Arguments> types() {
        return KeyTypes.ALL.stream()
                .flatMap(type -> Stream.of(false, true)
                        .map(descending -> Arguments.of(
                                type.column().type().cql(),
                                descending ? "down" : "up",
                                type,
                                table(type, descending))));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("types")
    void rowsSortByTheirKey(String name, String direction, KeyType type, Table<?> table) {
        List<?> expected = writeAll(type, table, direction);
        assertThat(keys(table.select(KeyTypes.all(), tenant))).isEqualTo(expected);
        assertThat(keys(table.select(KeyTypes.all(), tenant).backwards())).isEqualTo(reversed(expected));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("types")
    void boundsFollowTheSortOrder(String name, String direction, KeyType type, Table<?> table) {
        writeAll(type, table, direction);
        List<?> values = type.values();
        for (int i = 0; i < values.size(); i++) {
            List<?> above = values.subList(i + 1, values.size());
            List<?> below = values.subList(0, i + 1);
            assertThat(keys(range(type, table).greaterThan(values.get(i))))
                    .isEqualTo(direction.equals("down") ? reversed(above) : above);
            assertThat(keys(range(type, table).atMost(values.get(i))))
                    .isEqualTo(direction.equals("down") ? reversed(below) : below);
        }
    }

    /** Writes the values in random order and returns their expected order. */
    private List<?> writeAll(KeyType type, Table<?> table, String direction) {
        List<Object> shuffled = new ArrayList<>(type.values());
        Collections.shuffle(shuffled, new Random(1));
        shuffled.forEach(value -> write(table.update(tenant, value)));
        return direction.equals("down") ? reversed(type.values()) : type.values();
    }

    /** The table that the engine was opened with. */
    private Table<?> table(KeyType type, boolean descending) {
        return schema.table(KeyTypes.table(type, descending).name()).orElseThrow();
    }

    private Select<?> range(KeyType type, Table<?> table) {
        return table.select(KeyTypes.range(type), tenant);
    }

    private <R extends Record> List<Object> keys(Select<R> select) {
        List<Object> keys = new ArrayList<>();
        for (R row : rows(select)) {
            keys.add(select.table().upsert(row).values()[1]);
        }
        return keys;
    }

    private static List<Object> reversed(List<?> values) {
        List<Object> reversed = new ArrayList<>(values);
        Collections.reverse(reversed);
        return reversed;
    }
}
