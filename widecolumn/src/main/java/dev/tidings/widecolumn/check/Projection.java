package dev.tidings.widecolumn.check;

import dev.tidings.widecolumn.Declaration;
import dev.tidings.widecolumn.Workload;
import java.util.List;

/**
 * The projected size of partitions at the declared workload. Sizes are those of the data file before compression, on each replica.
 *
 * @param classicRowBytes by the formula of the guides, with 23 bytes a cell, which predates Cassandra 3.0; for comparison only
 * @param rowBytes as stored by Cassandra 3.0 and later, with each update stored separately
 * @param insertedRowBytes the same before any update
 * @param partitionOverhead bytes of a partition beside its rows
 * @param busiestWritesPerSecond inserts, updates and deletes in the busiest partition, averaged over a day
 * @param assumptions sizes that were not declared
 */
public record Projection(
        PartitionGrowth growth,
        long usualRows,
        long busiestRows,
        double classicRowBytes,
        double rowBytes,
        double insertedRowBytes,
        double partitionOverhead,
        double busiestWritesPerSecond,
        List<String> assumptions) {
    private static final double SECONDS_PER_DAY = 86_400;

    public Projection {
        assumptions = List.copyOf(assumptions);
    }

    static Projection of(Declaration table, Workload workload) {
        PartitionGrowth growth = PartitionGrowth.of(table, workload);
        ValueSizes sizes = new ValueSizes(workload);
        StoredSize stored = new StoredSize(table, sizes, workload.updatesPerRow());
        double writesPerRow = 1 + workload.updatesPerRow() + workload.deletedShare();
        return new Projection(
                growth,
                growth.rows(workload.rowsPerDay(), workload),
                growth.rows(workload.busiestRowsPerDay(), workload),
                ClassicSize.row(table, sizes),
                stored.row(),
                stored.insertedRow(),
                stored.partitionOverhead(),
                workload.busiestRowsPerDay() * writesPerRow / SECONDS_PER_DAY,
                sizes.assumptions(table));
    }

    public double usualBytes() {
        return partitionOverhead + usualRows * rowBytes;
    }

    public double busiestBytes() {
        return partitionOverhead + busiestRows * rowBytes;
    }

    /** The size of a partition by the classic formula, which has no overhead of the partition itself. */
    public double classicBytes(long rows) {
        return rows * classicRowBytes;
    }
}
