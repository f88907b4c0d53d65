package dev.tidings.widecolumn;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A named query that a table declares to serve: columns fixed by equality, in the order of the key, and at most one range on the next one.
 * It has no values yet; a {@link Select} adds them. Filters can't be expressed, and a table whose key can't serve the query is rejected
 * when it is built.
 */
public record Query(String name, List<Column<?>> equal, Optional<Column<?>> range) {
    public Query {
        equal = List.copyOf(equal);
        if (name.isBlank()) {
            throw new SchemaException("a query needs a name, by which people find the table that serves it");
        }
        List<Column<?>> restricted = new ArrayList<>(equal);
        range.ifPresent(restricted::add);
        for (Column<?> column : restricted) {
            if (Collections.frequency(restricted, column) > 1) {
                throw new SchemaException("query '" + name + "' restricts " + column.name() + " twice: once is enough");
            }
        }
    }

    /** Starts a query that fixes these columns by equality. */
    public static Query named(String name, Column<?>... equal) {
        return new Query(name, List.of(equal), Optional.empty());
    }

    /** The same query with a range on one more column. */
    public Query range(Column<?> column) {
        if (range.isPresent()) {
            throw new SchemaException("query '" + name + "' already has a range on "
                    + range.get().name() + "; a key can answer only one, on " + column.name() + " it would filter");
        }
        return new Query(name, equal, Optional.of(column));
    }

    /** Every column the query restricts. */
    public List<Column<?>> columns() {
        List<Column<?>> all = new ArrayList<>(equal);
        range.ifPresent(all::add);
        return all;
    }
}
