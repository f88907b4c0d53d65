package dev.tidings.widecolumn;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes some columns of a row, and makes the row exist. What is not mentioned is left alone; entries of maps and sets are put
 * one by one, without reading what is there. Values are checked as they are set. Not for use by several threads at once.
 */
public final class Upsert implements Write {
    private final Table<?> table;
    private final Object[] values;
    private List<Removal> removals = List.of();
    private long writeTime = ENGINE_TIME;

    /** A cell to clear ({@code entry} is null), or one entry of a collection to take out. */
    public record Removal(int position, String entry) {}

    Upsert(Table<?> table, Object[] values) {
        this.table = table;
        this.values = values;
        Values.checkKey(table, values);
        for (int i = table.keySize(); i < values.length; i++) {
            if (values[i] != null) {
                Values.check(table, i, values[i]);
            }
        }
    }

    public <T> Upsert set(Column<T> column, T value) {
        int position = regular(column);
        if (value == null) {
            throw new InvalidValueException(
                    "column " + column.name() + " of " + table.name(), null, "a value; use clear() to remove one");
        }
        Values.check(table, position, value);
        for (Removal removal : removals) {
            if (removal.position() == position) {
                throw contradiction(position, removal.entry());
            }
        }
        values[position] = value;
        return this;
    }

    /** Puts one entry of a map and leaves the others as they are. */
    public Upsert put(Column<Map<String, String>> column, String key, String value) {
        int position = regular(column);
        Values.checkEntry(table, column, key, value);
        checkNotRemoved(position, key);
        Map<String, String> entries = new LinkedHashMap<>();
        if (values[position] instanceof Map<?, ?> before) {
            before.forEach((k, v) -> entries.put((String) k, (String) v));
        }
        entries.put(key, value);
        values[position] = entries;
        return this;
    }

    /** Adds one element to a set and leaves the others as they are. */
    public Upsert add(Column<Set<String>> column, String element) {
        int position = regular(column);
        Values.checkEntry(table, column, element, "");
        checkNotRemoved(position, element);
        Set<String> elements = new LinkedHashSet<>();
        if (values[position] instanceof Set<?> before) {
            before.forEach(e -> elements.add((String) e));
        }
        elements.add(element);
        values[position] = elements;
        return this;
    }

    /** Takes the value of a column away. On Cassandra this is a tombstone: fine now and then, not as a habit. */
    public Upsert clear(Column<?> column) {
        if (column.type().isCollection()) {
            throw new InvalidValueException(
                    "column " + column.name() + " of " + table.name(),
                    column.toString(),
                    "a column with one value: entries of a collection are removed one by one");
        }
        return remove(new Removal(regular(column), null));
    }

    /** Takes one entry out of a map, or one element out of a set. */
    public Upsert remove(Column<?> column, String entry) {
        int position = regular(column);
        if (!column.type().isCollection()) {
            throw new InvalidValueException(
                    "column " + column.name() + " of " + table.name(), column.toString(), "a map or a set");
        }
        Values.checkEntry(table, column, entry, "");
        return remove(new Removal(position, entry));
    }

    /** Fixes the write time, in microseconds, where order must not depend on when the write arrives. */
    public Upsert at(long micros) {
        writeTime = micros;
        return this;
    }

    private Upsert remove(Removal removal) {
        Object given = values[removal.position()];
        boolean contradicts = removal.entry() == null
                ? given != null
                : given instanceof Map<?, ?> map && map.containsKey(removal.entry())
                        || given instanceof Set<?> set && set.contains(removal.entry());
        if (contradicts) {
            throw contradiction(removal.position(), removal.entry());
        }
        removals = new ArrayList<>(removals);
        removals.add(removal);
        return this;
    }

    private void checkNotRemoved(int position, String entry) {
        if (removals.contains(new Removal(position, entry))) {
            throw contradiction(position, entry);
        }
    }

    private InvalidValueException contradiction(int position, String entry) {
        return new InvalidValueException(
                "column " + table.columns().get(position).name() + " of " + table.name(),
                entry == null ? "a value and its removal" : "a value for '" + entry + "' and its removal",
                "one of them in a single write: both have the same write time");
    }

    private int regular(Column<?> column) {
        int position = table.positionOf(column);
        if (position < table.keySize()) {
            throw new InvalidValueException(
                    "column " + column.name() + " of " + table.name(),
                    column.toString(),
                    "a column outside the key " + table.declaration().anatomy() + ": another key is another row");
        }
        return position;
    }

    @Override
    public Table<?> table() {
        return table;
    }

    @Override
    public Object[] values() {
        return values;
    }

    public List<Removal> removals() {
        return removals;
    }

    @Override
    public long writeTime() {
        return writeTime;
    }
}
