package dev.tidings.widecolumn;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A {@link Query} of a table with its values, range, order, limit and cursor: the input of an engine's read. A builder that checks each
 * value when it is set. Not thread-safe, and not to be changed while an engine executes it.
 */
public final class Select<R extends Record> {
    public static final int DEFAULT_LIMIT = 20;
    public static final int MAX_LIMIT = 10_000;

    private final Table<R> table;
    private final Query query;
    private final Object[] values;
    private Optional<Bound> lower = Optional.empty();
    private Optional<Bound> upper = Optional.empty();
    private int limit = DEFAULT_LIMIT;
    private boolean reversed;
    private String cursor;

    /** An independent copy. */
    Select<R> copy() {
        return new Select<>(this);
    }

    private Select(Select<R> other) {
        table = other.table;
        query = other.query;
        values = other.values;
        lower = other.lower;
        upper = other.upper;
        limit = other.limit;
        reversed = other.reversed;
        cursor = other.cursor;
    }

    /** One end of a range, in the natural order of the values, whatever the order of the column. */
    public record Bound(Object value, boolean inclusive) {}

    Select(Table<R> table, Query query, Object[] equal) {
        this.table = table;
        this.query = query;
        if (!table.declaration().queries().contains(query)) {
            throw new InvalidValueException(
                    "table " + table.name(),
                    query.name(),
                    "one of its queries: "
                            + table.declaration().queries().stream()
                                    .map(Query::name)
                                    .collect(Collectors.joining(", ")));
        }
        if (equal.length != query.equal().size()) {
            throw new InvalidValueException(
                    "query '" + query.name() + "' of " + table.name(),
                    Arrays.toString(equal),
                    query.equal().size() + " values for "
                            + query.equal().stream().map(Column::name).collect(Collectors.joining(", ")));
        }
        values = new Object[table.columns().size()];
        for (int i = 0; i < equal.length; i++) {
            int position = table.positionOf(query.equal().get(i));
            values[position] = ValueChecks.checkKey(table, position, equal[i]);
        }
        ValueChecks.checkPartition(table, values);
    }

    public Select<R> greaterThan(Object value) {
        lower = Optional.of(bound(value, false));
        return this;
    }

    public Select<R> atLeast(Object value) {
        lower = Optional.of(bound(value, true));
        return this;
    }

    public Select<R> lessThan(Object value) {
        upper = Optional.of(bound(value, false));
        return this;
    }

    public Select<R> atMost(Object value) {
        upper = Optional.of(bound(value, true));
        return this;
    }

    public Select<R> limit(int rows) {
        if (rows < 1 || rows > MAX_LIMIT) {
            throw new InvalidValueException(
                    "limit of query '" + query.name() + "'", rows, "a number from 1 to " + MAX_LIMIT);
        }
        limit = rows;
        return this;
    }

    /** Reads against the order of the clustering columns. Call it before setting a cursor, which is bound to a direction. */
    public Select<R> backwards() {
        reversed = true;
        // Rejects a cursor of the other direction here, on the caller's thread, and not in an engine.
        resumeKey();
        return this;
    }

    /** Continues after the page that returned this cursor. */
    public Select<R> after(String pageCursor) {
        Cursor.parse(this, pageCursor);
        cursor = pageCursor;
        return this;
    }

    /** The cursor after this row. */
    public String cursorAfter(Object[] row) {
        return Cursor.after(this, row);
    }

    /** The key of the row to continue after. */
    public Optional<Object[]> resumeKey() {
        return cursor == null ? Optional.empty() : Optional.of(Cursor.parse(this, cursor));
    }

    public Table<R> table() {
        return table;
    }

    public Query query() {
        return query;
    }

    /** Values by column position: those the query fixes, which are the first {@link #equalCount}. */
    public Object[] values() {
        return values;
    }

    public int equalCount() {
        return query.equal().size();
    }

    public Optional<Bound> lower() {
        return lower;
    }

    public Optional<Bound> upper() {
        return upper;
    }

    public int limit() {
        return limit;
    }

    public boolean reversed() {
        return reversed;
    }

    private Bound bound(Object value, boolean inclusive) {
        Column<?> column = query.range()
                .orElseThrow(() -> new InvalidValueException(
                        "query '" + query.name() + "' of " + table.name(),
                        value,
                        "no bound: the query has no range column"));
        return new Bound(ValueChecks.checkKey(table, table.positionOf(column), value), inclusive);
    }
}
