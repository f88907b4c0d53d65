package dev.tidings.widecolumn.check;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.ColumnType;
import dev.tidings.widecolumn.Declaration;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The estimated number of partitions of a table at its design size, the input of the rules about distribution.
 *
 * @param known the product over the columns whose number of values is known
 * @param unknown the columns whose number of values is not known
 */
record PartitionCount(double known, List<Column<?>> unknown) {
    /** UUIDs are unique, so their number need not be declared. */
    private static final double UUIDS = 1e9;

    static PartitionCount of(Declaration table, List<Column<?>> buckets) {
        double known = 1;
        List<Column<?>> unknown = new ArrayList<>();
        for (Column<?> column : table.partition()) {
            OptionalDouble values = values(table, column, buckets.contains(column));
            known *= values.orElse(1);
            if (values.isEmpty()) {
                unknown.add(column);
            }
        }
        return new PartitionCount(known, List.copyOf(unknown));
    }

    private static OptionalDouble values(Declaration table, Column<?> column, boolean bucket) {
        Long declared = table.workload().map(w -> w.distinct().get(column)).orElse(null);
        if (declared != null) {
            return OptionalDouble.of(declared);
        }
        if (column.type() == ColumnType.BOOLEAN) {
            return OptionalDouble.of(2);
        }
        if (column.type() == ColumnType.UUID) {
            return OptionalDouble.of(UUIDS);
        }
        Duration length = table.workload().flatMap(Workload::bucket).orElse(null);
        if (!bucket || length == null) {
            return OptionalDouble.empty();
        }
        Duration kept = table.ttl().map(Ttl::life).orElse(Limits.HORIZON);
        return OptionalDouble.of(Math.ceil(HumanReadable.days(kept) / HumanReadable.days(length)));
    }
}
