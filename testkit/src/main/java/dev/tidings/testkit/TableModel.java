package dev.tidings.testkit;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.ColumnType;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.Write;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The reference model of a table: the semantics of the contract in the simplest code, to compare engines with. Every read scans
 * all rows.
 */
class TableModel<R extends Record> {
    final Table<R> table;
    final TreeMap<Object[], RowModel> rows;

    TableModel(Table<R> table) {
        this.table = table;
        this.rows = new TreeMap<>(ValueOrder.ofKeys(table));
    }

    RowModel newRow() {
        return new RowModel();
    }

    /** Applies a write with its final write time. */
    void apply(Write write, long time) {
        Object[] key = Arrays.copyOf(write.values(), table.keySize());
        RowModel row = rows.computeIfAbsent(key, k -> newRow());
        if (write instanceof Upsert upsert) {
            apply(upsert, row, time, table.expirySecond(upsert.values()));
        } else {
            row.delete(time);
        }
    }

    void apply(Upsert upsert, RowModel row, long time, long expirySecond) {
        row.put(RowModel.EXISTS, ColumnType.BOOLEAN, new RowModel.Cell(time, true, expirySecond));
        for (int i = table.keySize(); i < table.columns().size(); i++) {
            put(row, table.columns().get(i), upsert.values()[i], time, expirySecond);
        }
        for (Upsert.Removal removal : upsert.removals()) {
            Column<?> column = table.columns().get(removal.position());
            row.put(
                    new RowModel.CellName(column.name(), removal.entry()),
                    column.type(),
                    new RowModel.Cell(time, null, Long.MAX_VALUE));
        }
    }

    void put(RowModel row, Column<?> column, Object value, long time, long expirySecond) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((k, v) -> row.put(
                    new RowModel.CellName(column.name(), (String) k),
                    ColumnType.TEXT,
                    new RowModel.Cell(time, v, expirySecond)));
        } else if (value instanceof Set<?> set) {
            set.forEach(e -> row.put(
                    new RowModel.CellName(column.name(), (String) e),
                    ColumnType.TEXT,
                    new RowModel.Cell(time, "", expirySecond)));
        } else if (value != null) {
            row.put(
                    new RowModel.CellName(column.name(), null),
                    column.type(),
                    new RowModel.Cell(time, value, expirySecond));
        }
    }

    Optional<R> row(Object[] key, long second) {
        return Optional.ofNullable(rows.get(key))
                .flatMap(row -> row.values(table, key, second))
                .map(table::row);
    }

    Page<R> answer(Select<R> select, long second) {
        List<Object[]> matching = matching(select, second);
        select.resumeKey().ifPresent(last -> {
            Comparator<Object[]> order = order(select);
            matching.removeIf(row -> order.compare(row, last) <= 0);
        });
        return page(select, matching);
    }

    Page<R> page(Select<R> select, List<Object[]> matching) {
        int size = Math.min(select.limit(), matching.size());
        Optional<String> next =
                matching.size() > size ? Optional.of(select.cursorAfter(matching.get(size - 1))) : Optional.empty();
        return new Page<>(matching.subList(0, size).stream().map(table::row).toList(), next);
    }

    List<Object[]> matching(Select<R> select, long second) {
        List<Object[]> matching = new ArrayList<>();
        rows.forEach((key, row) -> {
            if (matches(select, key)) {
                row.values(table, key, second).ifPresent(matching::add);
            }
        });
        if (select.reversed()) {
            Collections.reverse(matching);
        }
        return matching;
    }

    private Comparator<Object[]> order(Select<R> select) {
        return select.reversed() ? ValueOrder.ofKeys(table).reversed() : ValueOrder.ofKeys(table);
    }

    private boolean matches(Select<R> select, Object[] key) {
        for (int i = 0; i < select.equalCount(); i++) {
            if (!select.values()[i].equals(key[i])) {
                return false;
            }
        }
        return select.lower().stream().allMatch(b -> side(select, key, b) > (b.inclusive() ? -1 : 0))
                && select.upper().stream().allMatch(b -> side(select, key, b) < (b.inclusive() ? 1 : 0));
    }

    private int side(Select<R> select, Object[] key, Select.Bound bound) {
        Column<?> column = select.query().range().orElseThrow();
        return Integer.signum(ValueOrder.compare(column.type(), key[table.positionOf(column)], bound.value()));
    }
}
