package dev.tidings.widecolumn;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes some columns of a row, and creates the row if it does not exist. Other columns are left unchanged; entries of maps and sets are
 * put one by one, without a read. Values are checked when they are set. If one upsert sets a cell twice, the last one holds: both would
 * carry the same write time, and a removal would win regardless of order. Not thread-safe.
 */
public final class Upsert implements Write {
    private final Table<?> table;
    private final Object[] values;
    private List<Removal> removals = List.of();
    private long writeTime = ENGINE_TIME;

    /** A cell to clear ({@code entry} is null), or one entry of a collection to remove. */
    public record Removal(int position, String entry) {}

    Upsert(Table<?> table, Object[] values) {
        this.table = table;
        this.values = values;
        ValueChecks.checkKey(table, values);
        for (int i = table.keySize(); i < values.length; i++) {
            if (values[i] != null) {
                values[i] = ValueChecks.check(table, i, values[i]);
            }
        }
    }

    private Upsert(Upsert other, long writeTime) {
        this.table = other.table;
        this.values = other.values.clone();
        this.removals = List.copyOf(other.removals);
        this.writeTime = writeTime;
    }

    @Override
    public Upsert copyAt(long micros) {
        return new Upsert(this, micros);
    }

    public <T> Upsert set(Column<T> column, T value) {
        int position = regular(column);
        if (value == null) {
            throw new InvalidValueException(
                    "column " + column.name() + " of " + table.name(), null, "a value; use clear() to remove one");
        }
        Object checked = ValueChecks.check(table, position, value);
        if (checked instanceof Map<?, ?> entries) {
            entries.keySet().forEach(entry -> cancel(new Removal(position, (String) entry)));
        } else if (checked instanceof Set<?> elements) {
            elements.forEach(element -> cancel(new Removal(position, (String) element)));
        } else {
            cancel(new Removal(position, null));
        }
        values[position] = checked;
        return this;
    }

    /** Puts one entry of a map and leaves the others unchanged. */
    public Upsert put(Column<Map<String, String>> column, String key, String value) {
        int position = regular(column);
        ValueChecks.checkEntry(table, column, key, value);
        Map<String, String> entries = new LinkedHashMap<>();
        if (values[position] instanceof Map<?, ?> before) {
            before.forEach((k, v) -> entries.put((String) k, (String) v));
        }
        entries.put(key, value);
        cancel(new Removal(position, key));
        values[position] = entries;
        return this;
    }

    /** Adds one element to a set and leaves the others unchanged. */
    public Upsert add(Column<Set<String>> column, String element) {
        int position = regular(column);
        ValueChecks.checkEntry(table, column, element, "");
        Set<String> elements = new LinkedHashSet<>();
        if (values[position] instanceof Set<?> before) {
            before.forEach(e -> elements.add((String) e));
        }
        elements.add(element);
        cancel(new Removal(position, element));
        values[position] = elements;
        return this;
    }

    /** Clears a column. On Cassandra this writes a tombstone: acceptable occasionally, not as a rule. */
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

    /** Removes one entry of a map, or one element of a set. */
    public Upsert remove(Column<?> column, String entry) {
        int position = regular(column);
        if (!column.type().isCollection()) {
            throw new InvalidValueException(
                    "column " + column.name() + " of " + table.name(), column.toString(), "a map or a set");
        }
        ValueChecks.checkEntry(table, column, entry, "");
        if (values[position] instanceof Map<?, ?> entries && entries.containsKey(entry)) {
            values[position] = without(entries, entry);
        } else if (values[position] instanceof Set<?> elements && elements.contains(entry)) {
            values[position] = without(elements, entry);
        }
        return remove(new Removal(position, entry));
    }

    /** Sets the write time, in microseconds, for writes whose order must not depend on their arrival. */
    public Upsert at(long micros) {
        writeTime = micros;
        return this;
    }

    private Upsert remove(Removal removal) {
        cancel(removal);
        removals = new ArrayList<>(removals);
        removals.add(removal);
        return this;
    }

    private void cancel(Removal removal) {
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
                    "a column outside the key " + table.declaration().describeKey() + ": another key is another row");
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
