package dev.tidings.widecolumn.check;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Declaration;
import dev.tidings.widecolumn.Workload;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the rules look at: a declaration and what follows from it.
 *
 * @param buckets the partition columns that are a piece of time
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

    /** Whether at any moment all writes go to one partition, because nothing but the time tells partitions apart. */
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
