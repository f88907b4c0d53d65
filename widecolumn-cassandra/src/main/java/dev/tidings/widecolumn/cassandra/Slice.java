package dev.tidings.widecolumn.cassandra;

import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.Select.Bound;
import dev.tidings.widecolumn.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A contiguous range of rows that one CQL statement can select.
 *
 * <p>The rows after a row are not always one range. After {@code (a, b, c)} come first the rows that share {@code a, b} and have
 * a later {@code c}, then those that share {@code a} and have a later {@code b}, then those with a later {@code a}: one statement
 * each, and the first is usually enough. A tuple comparison in CQL would need only one, but does not work for mixed ascending and
 * descending columns.
 *
 * @param values the values to bind: the fixed columns, then the bounds
 */
record Slice(Shape shape, List<Object> values) {

    /**
     * The shape of the statement, a cache key for its prepared form. Looked up for every read, so its hash is cheap: most tables
     * have one or two shapes.
     */
    record Shape(int fixed, Optional<String> lower, Optional<String> upper, boolean backwards) {
        @Override
        public int hashCode() {
            return 8 * fixed + (lower.isPresent() ? 4 : 0) + (upper.isPresent() ? 2 : 0) + (backwards ? 1 : 0);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Shape shape
                    && fixed == shape.fixed
                    && backwards == shape.backwards
                    && lower.equals(shape.lower)
                    && upper.equals(shape.upper);
        }
    }

    /** The slices of a select, in order; only those after a row, if one is given. */
    static List<Slice> of(Select<?> select, Optional<Object[]> after) {
        int fixed = select.equalCount();
        if (after.isEmpty()) {
            return List.of(slice(select, select.values(), fixed, select.lower(), select.upper()));
        }
        Table<?> table = select.table();
        Object[] row = after.get();
        List<Slice> slices = new ArrayList<>();
        for (int position = table.keySize() - 1; position >= fixed; position--) {
            boolean upwards = table.descending(position) == select.reversed();
            Optional<Bound> beyond = Optional.of(new Bound(row[position], false));
            // The select's own bounds apply to the first column that is not fixed; deeper slices lie within them.
            Optional<Bound> lower = position == fixed ? select.lower() : Optional.empty();
            Optional<Bound> upper = position == fixed ? select.upper() : Optional.empty();
            slices.add(slice(select, row, position, upwards ? beyond : lower, upwards ? upper : beyond));
        }
        return slices;
    }

    private static Slice slice(
            Select<?> select, Object[] key, int fixed, Optional<Bound> lower, Optional<Bound> upper) {
        List<Object> values = new ArrayList<>(Arrays.asList(key).subList(0, fixed));
        lower.ifPresent(bound -> values.add(bound.value()));
        upper.ifPresent(bound -> values.add(bound.value()));
        Shape shape = new Shape(
                fixed,
                lower.map(bound -> bound.inclusive() ? ">=" : ">"),
                upper.map(bound -> bound.inclusive() ? "<=" : "<"),
                select.reversed());
        return new Slice(shape, values);
    }
}
