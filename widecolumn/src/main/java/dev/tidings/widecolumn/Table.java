package dev.tidings.widecolumn;

import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A validated table, made by a {@link TableBuilder}: creates the upserts, deletes and selects of its rows, and tells engines its key and
 * columns.
 *
 * <p>Inside this module and its engines a row is an array of values in the order of {@link #columns}: partition columns, clustering
 * columns, the others. Outside it is a record.
 */
public final class Table<R extends Record> {
    private final Declaration declaration;
    private final RecordBinder<R> binder;
    private final List<Column<?>> columns;
    private final Map<String, Integer> positions = new HashMap<>();
    private final int partitionSize;
    private final int keySize;
    private final Ttl ttl;
    private final int anchor;

    Table(Declaration declaration, RecordBinder<R> binder) {
        this.declaration = declaration;
        this.binder = binder;
        this.columns = List.copyOf(declaration.columns());
        for (int i = 0; i < columns.size(); i++) {
            positions.put(columns.get(i).name(), i);
        }
        this.partitionSize = declaration.partition().size();
        this.keySize = partitionSize + declaration.clustering().size();
        this.ttl = declaration.ttl().orElse(null);
        this.anchor = ttl == null ? -1 : positionOf(ttl.anchor());
    }

    public static TableBuilder named(String name) {
        return new TableBuilder(name);
    }

    /** Writes the columns of a record; null columns are left unchanged. */
    public Upsert upsert(R row) {
        return new Upsert(this, binder.values(row));
    }

    /** Writes single columns of the row with this key, which need not exist. */
    public Upsert update(Object... key) {
        return new Upsert(this, keyValues(key));
    }

    /** Deletes the row with this key, as far as it was written no later. */
    public Delete delete(Object... key) {
        return new Delete(this, keyValues(key));
    }

    /** Selects by one of the table's queries, with a value for each column it fixes. */
    public Select<R> select(Query query, Object... equal) {
        return new Select<>(this, query, equal);
    }

    public R row(Object[] values) {
        return binder.row(values);
    }

    /** The value of a column in a row; null if it is absent. For code that works on any table. */
    @SuppressWarnings("unchecked")
    public <T> T value(R row, Column<T> column) {
        return (T) binder.values(row)[positionOf(column)];
    }

    public Declaration declaration() {
        return declaration;
    }

    public String name() {
        return declaration.name();
    }

    public List<Column<?>> columns() {
        return columns;
    }

    /** The number of columns of the partition key, the first of {@link #columns}. */
    public int partitionSize() {
        return partitionSize;
    }

    /** The number of columns of the whole key, the first of {@link #columns}. */
    public int keySize() {
        return keySize;
    }

    public boolean descending(int position) {
        return declaration.clustering().get(position - partitionSize).descending();
    }

    public int positionOf(Column<?> column) {
        Integer position = positions.get(column.name());
        if (position == null || columns.get(position).type() != column.type()) {
            throw new InvalidValueException(
                    "table " + name(),
                    column.toString(),
                    "one of its columns: "
                            + columns.stream().map(Column::toString).collect(Collectors.joining(", ")));
        }
        return position;
    }

    /**
     * Refuses an insert-if-absent of a row that has expired: no read returns it, so that any number of callers would see their insert
     * succeed.
     *
     * @throws InvalidValueException with the value of its anchor
     */
    public void requireUnexpired(Object[] values, Instant now) {
        if (ttl != null && expirySecond(values) <= now.getEpochSecond()) {
            throw new InvalidValueException(
                    "TTL anchor " + ttl.anchor().name() + " of " + name(),
                    values[anchor],
                    "a time after " + now.minus(ttl.life()) + ", as rows live for " + ttl.life()
                            + ": one that has expired can't be inserted");
        }
    }

    /** The second at which the row expires, or {@link Long#MAX_VALUE} if the table has no TTL. */
    public long expirySecond(Object[] values) {
        return ttl == null ? Long.MAX_VALUE : ttl.expirySecond(values[anchor]);
    }

    private Object[] keyValues(Object[] key) {
        if (key.length != keySize) {
            throw new InvalidValueException(
                    "key of " + name(), Arrays.toString(key), keySize + " values for " + declaration.describeKey());
        }
        Object[] values = new Object[columns.size()];
        System.arraycopy(key, 0, values, 0, keySize);
        return values;
    }

    @Override
    public String toString() {
        return name() + " " + declaration.describeKey();
    }
}
