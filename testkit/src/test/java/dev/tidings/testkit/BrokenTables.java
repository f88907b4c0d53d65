package dev.tidings.testkit;

import dev.tidings.testkit.RowModel.Cell;
import dev.tidings.testkit.RowModel.CellName;
import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.ColumnType;
import dev.tidings.widecolumn.Delete;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.Write;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Tables with one deliberate bug each. */
final class BrokenTables {
    private BrokenTables() {}

    /** Uses broken rows. */
    static final class WithRows<R extends Record> extends TableModel<R> {
        private final Supplier<RowModel> broken;

        WithRows(Table<R> table, Supplier<RowModel> broken) {
            super(table);
            this.broken = broken;
        }

        @Override
        RowModel newRow() {
            return broken.get();
        }
    }

    /** Overwrites a map as a whole instead of its entries. */
    static final class WholeMap<R extends Record> extends TableModel<R> {
        WholeMap(Table<R> table) {
            super(table);
        }

        @Override
        void put(RowModel row, Column<?> column, Object value, long time, long expirySecond) {
            if (value instanceof Map<?, ?>) {
                row.namesOf(column)
                        .forEach(name -> row.put(name, column.type(), new Cell(time - 1, null, Long.MAX_VALUE)));
            }
            super.put(row, column, value, time, expirySecond);
        }
    }

    /** Clears columns whose value is null. */
    static final class NullsErase<R extends Record> extends TableModel<R> {
        NullsErase(Table<R> table) {
            super(table);
        }

        @Override
        void put(RowModel row, Column<?> column, Object value, long time, long expirySecond) {
            if (value == null) {
                row.put(new CellName(column.name(), null), column.type(), new Cell(time, null, Long.MAX_VALUE));
            }
            super.put(row, column, value, time, expirySecond);
        }
    }

    /** Loses rows without values. */
    static final class NoKeyOnlyRows<R extends Record> extends TableModel<R> {
        NoKeyOnlyRows(Table<R> table) {
            super(table);
        }

        @Override
        RowModel newRow() {
            return new RowModel() {
                @Override
                void put(CellName name, ColumnType type, Cell cell) {
                    if (!name.equals(EXISTS)) {
                        super.put(name, type, cell);
                    }
                }
            };
        }
    }

    /** Deletes the current cells without a tombstone. */
    static final class DeleteForgotten<R extends Record> extends TableModel<R> {
        DeleteForgotten(Table<R> table) {
            super(table);
        }

        @Override
        void apply(Write write, long time) {
            if (write instanceof Delete) {
                rows.remove(Arrays.copyOf(write.values(), table.keySize()));
            } else {
                super.apply(write, time);
            }
        }
    }

    /** Counts the time to live from the write instead of the anchor. */
    static final class TtlFromWrite<R extends Record> extends TableModel<R> {
        private final LongSupplier second;

        TtlFromWrite(Table<R> table, LongSupplier second) {
            super(table);
            this.second = second;
        }

        @Override
        void apply(Upsert upsert, RowModel row, long time, long expirySecond) {
            long life = table.declaration().ttl().orElseThrow().life().toSeconds();
            super.apply(upsert, row, time, second.getAsLong() + life);
        }
    }

    /** Applies the limit before it filters expired rows. */
    static final class LimitFirst<R extends Record> extends TableModel<R> {
        LimitFirst(Table<R> table) {
            super(table);
        }

        @Override
        Page<R> answer(Select<R> select, long second) {
            Page<R> all = super.answer(select, 0);
            List<R> live = all.rows().stream()
                    .filter(row -> table.expirySecond(table.upsert(row).values()) > second)
                    .toList();
            return new Page<>(live, all.next());
        }
    }

    /** Uses an offset as cursor. */
    static final class OffsetCursor<R extends Record> extends TableModel<R> {
        private final Map<String, Integer> offsets = new HashMap<>();

        OffsetCursor(Table<R> table) {
            super(table);
        }

        @Override
        Page<R> answer(Select<R> select, long second) {
            List<Object[]> matching = matching(select, second);
            int offset = select.resumeKey()
                    .map(key -> offsets.getOrDefault(cursor(select, key), 0))
                    .orElse(0);
            Page<R> page = page(select, matching.subList(Math.min(offset, matching.size()), matching.size()));
            page.next().ifPresent(next -> offsets.put(next, offset + page.rows().size()));
            return page;
        }

        private String cursor(Select<R> select, Object[] key) {
            return select.cursorAfter(key);
        }
    }

    /** Returns a cursor for every full page. */
    static final class CursorWhenFull<R extends Record> extends TableModel<R> {
        CursorWhenFull(Table<R> table) {
            super(table);
        }

        @Override
        Page<R> page(Select<R> select, List<Object[]> matching) {
            Page<R> page = super.page(select, matching);
            int size = page.rows().size();
            return size < select.limit()
                    ? page
                    : new Page<>(page.rows(), Optional.of(select.cursorAfter(matching.get(size - 1))));
        }
    }

    /** Applies bounds in clustering order instead of value order. */
    static final class BoundsInClusteringOrder<R extends Record> extends TableModel<R> {
        BoundsInClusteringOrder(Table<R> table) {
            super(table);
        }

        @Override
        List<Object[]> matching(Select<R> select, long second) {
            Optional<Integer> position = select.query().range().map(table::positionOf);
            if (position.isEmpty() || !table.descending(position.get())) {
                return super.matching(select, second);
            }
            Select<R> turned = table.select(select.query(), Arrays.copyOf(select.values(), select.equalCount()));
            select.lower().ifPresent(b -> turned.atMost(b.value()));
            select.upper().ifPresent(b -> turned.atLeast(b.value()));
            return super.matching(select.reversed() ? turned.backwards() : turned, second);
        }
    }

    /** Sorts UUIDs by their bytes. */
    static final class UuidsByBytes<R extends Record> extends TableModel<R> {
        UuidsByBytes(Table<R> table) {
            super(table);
        }

        @Override
        List<Object[]> matching(Select<R> select, long second) {
            List<Object[]> matching = new ArrayList<>(super.matching(select, second));
            if (!matching.isEmpty() && matching.get(0)[1] instanceof UUID) {
                matching.sort((a, b) -> a[1].toString().compareTo(b[1].toString()));
            }
            return matching;
        }
    }

    /** Compares keys as texts joined by NUL. */
    static final class JoinedKeys<R extends Record> extends TableModel<R> {
        private final Map<String, Object[]> keys = new TreeMap<>();

        JoinedKeys(Table<R> table) {
            super(table);
        }

        @Override
        void apply(Write write, long time) {
            String joined = Arrays.asList(write.values()).subList(0, table.keySize()).stream()
                    .map(String::valueOf)
                    .reduce("", (a, b) -> a + "\0" + b);
            Object[] first = keys.computeIfAbsent(joined, k -> write.values().clone());
            System.arraycopy(first, 0, write.values(), 0, table.keySize());
            super.apply(write, time);
        }
    }
}
