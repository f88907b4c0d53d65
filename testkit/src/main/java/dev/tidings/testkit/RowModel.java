package dev.tidings.testkit;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.ColumnType;
import dev.tidings.widecolumn.Table;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The reference model of one row in {@link TableModel}: cells with their write times, and the last delete. */
class RowModel {
    /** The marker cell of a row that exists, even if it has no other cell. */
    static final CellName EXISTS = new CellName("", null);

    private long deletedAt = Long.MIN_VALUE;
    private final Map<CellName, Cell> cells = new HashMap<>();

    /** A column, or one entry of a collection. */
    record CellName(String column, String entry) {}

    /** @param value null for a removed cell */
    record Cell(long time, Object value, long expirySecond) {}

    void delete(long time) {
        deletedAt = Math.max(deletedAt, time);
    }

    void put(CellName name, ColumnType type, Cell cell) {
        cells.merge(name, cell, (before, now) -> wins(type, now, before) ? now : before);
    }

    /** Whether the new cell wins: by later time, then by removal, then by larger stored bytes. */
    boolean wins(ColumnType type, Cell now, Cell before) {
        if (now.time != before.time) {
            return now.time > before.time;
        }
        if (now.value == null || before.value == null) {
            return now.value == null;
        }
        int order = ValueOrder.compareStored(type, now.value, before.value);
        return order == 0 ? now.expirySecond > before.expirySecond : order > 0;
    }

    /** The values by column position, if the row exists at this second. */
    Optional<Object[]> values(Table<?> table, Object[] key, long second) {
        Map<CellName, Object> live = new HashMap<>();
        cells.forEach((name, cell) -> {
            if (cell.value != null && cell.time > deletedAt && cell.expirySecond > second) {
                live.put(name, cell.value);
            }
        });
        if (live.isEmpty()) {
            return Optional.empty();
        }
        Object[] values = new Object[table.columns().size()];
        System.arraycopy(key, 0, values, 0, table.keySize());
        for (int i = table.keySize(); i < values.length; i++) {
            Column<?> column = table.columns().get(i);
            values[i] = switch (column.type()) {
                case TEXT_MAP -> entries(column, live);
                case TEXT_SET -> elements(column, live);
                default -> live.get(new CellName(column.name(), null));
            };
        }
        return Optional.of(values);
    }

    private static Map<String, String> entries(Column<?> column, Map<CellName, Object> live) {
        Map<String, String> entries = new LinkedHashMap<>();
        live.forEach((name, value) -> {
            if (name.column.equals(column.name())) {
                entries.put(name.entry, (String) value);
            }
        });
        return entries;
    }

    private static Set<String> elements(Column<?> column, Map<CellName, Object> live) {
        return new HashSet<>(entries(column, live).keySet());
    }

    /** The names of a collection's entries, removed ones included. */
    Set<CellName> namesOf(Column<?> column) {
        Set<CellName> names = new HashSet<>();
        cells.keySet().stream()
                .filter(name -> name.column.equals(column.name()))
                .forEach(names::add);
        return names;
    }
}
