package dev.tidings.widecolumn;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes some columns of a row, and makes the row exist. What is not mentioned is left alone; entries of maps and sets are put
 * one by one, without reading what is there. Values are checked as they are set. Where one upsert speaks of a cell twice, what was
 * said last holds: both would carry the same write time, and a removal would win whatever the order. Not for use by several
 * threads at once.
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
                values[i] = Values.check(table, i, values[i]);
            }
        }
    }

    public <T> Upsert set(Column<T> column, T value) {
        int position = regular(column);
        if (value == null) {
            throw new InvalidValueException(
                    "column " + column.name() + " of " + table.name(), null, "a value; use clear() to remove one");
        }
        Object checked = Values.check(table, position, value);
        if (checked instanceof Map<?, ?> entries) {
            entries.keySet().forEach(entry -> forget(new Removal(position, (String) entry)));
        } else if (checked instanceof Set<?> elements) {
            elements.forEach(element -> forget(new Removal(position, (String) element)));
        } else {
            forget(new Removal(position, null));
        }
        values[position] = checked;
        return this;
    }

    /** Puts one entry of a map and leaves the others as they are. */
    public Upsert put(Column<Map<String, String>> column, String key, String value) {
        int position = regular(column);
        Values.checkEntry(table, column, key, value);
        Map<String, String> entries = new LinkedHashMap<>();
        if (values[position] instanceof Map<?, ?> before) {
            before.forEach((k, v) -> entries.put((String) k, (String) v));
        }
        entries.put(key, value);
        forget(new Removal(position, key));
        values[position] = entries;
        return this;
    }

    /** Adds one element to a set and leaves the others as they are. */
    public Upsert add(Column<Set<String>> column, String element) {
        int position = regular(column);
        Values.checkEntry(table, column, element, "");
        Set<String> elements = new LinkedHashSet<>();
        if (values[position] instanceof Set<?> before) {
            before.forEach(e -> elements.add((String) e));
        }
        elements.add(element);
        forget(new Removal(position, element));
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
        int position = regular(column);
        values[position] = null;
        return remove(new Removal(position, null));
    }

    /** Takes one entry out of a map, or one element out of a set. */
    public Upsert remove(Column<?> column, String entry) {
        int position = regular(column);
        if (!column.type().isCollection()) {
            throw new InvalidValueException(
                    "column " + column.name() + " of " + table.name(), column.toString(), "a map or a set");
        }
        Values.checkEntry(table, column, entry, "");
        if (values[position] instanceof Map<?, ?> entries && entries.containsKey(entry)) {
            values[position] = without(entries, entry);
        } else if (values[position] instanceof Set<?> elements && elements.contains(entry)) {
            values[position] = without(elements, entry);
        }
        return remove(new Removal(position, entry));
    }

    /** Fixes the write time, in microseconds, where order must not depend on when the write arrives. */
    public Upsert at(long micros) {
        writeTime = micros;
        return this;
    }

    private Upsert remove(Removal removal) {
        forget(removal);
        removals = new ArrayList<>(removals);
        removals.add(removal);
        return this;
    }

    private void forget(Removal removal) {
        if (removals.contains(removal)) {
            removals = new ArrayList<>(removals);
            removals.remove(removal);
        }
    }

    private static Map<Object, Object> without(Map<?, ?> entries, String entry) {
        Map<Object, Object> rest = new LinkedHashMap<>(entries);
        rest.remove(entry);
        return rest;
    }

    private static Set<Object> without(Set<?> elements, String element) {
        Set<Object> rest = new LinkedHashSet<>(elements);
        rest.remove(element);
        return rest;
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
