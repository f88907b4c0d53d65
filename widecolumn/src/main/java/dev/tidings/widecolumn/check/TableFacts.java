package dev.tidings.widecolumn.check;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Declaration;
import dev.tidings.widecolumn.Workload;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The input of each {@link Rule}: the declaration of one table and the facts derived from it.
 *
 * @param buckets the partition columns that are time buckets
 */
record TableFacts(
        Declaration table, List<Column<?>> buckets, PartitionCount partitions, Optional<Projection> projection) {

    static TableFacts of(Declaration table) {
        List<Column<?>> buckets = TimeBuckets.of(table);
        return new TableFacts(
                table,
                buckets,
                PartitionCount.of(table, buckets),
                table.workload().map(workload -> Projection.of(table, workload)));
    }

    Optional<Workload> workload() {
        return table.workload();
    }

    /** Whether all writes of a moment go to one partition, because partitions differ only by time. */
    boolean onePartitionAtATime() {
        if (buckets.isEmpty()) {
            return false;
        }
        List<Column<?>> others =
                table.partition().stream().filter(c -> !buckets.contains(c)).toList();
        return others.stream().allMatch(this::hasOneValue);
    }

    private boolean hasOneValue(Column<?> column) {
        return workload().map(w -> w.distinct().getOrDefault(column, 2L) == 1).orElse(false);
    }

    static String names(List<Column<?>> columns) {
        return columns.stream().map(Column::name).collect(Collectors.joining(", ", "(", ")"));
    }
}
