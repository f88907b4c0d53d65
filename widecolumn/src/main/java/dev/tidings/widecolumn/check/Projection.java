package dev.tidings.widecolumn.check;

import dev.tidings.widecolumn.Declaration;
import dev.tidings.widecolumn.Workload;
import java.util.List;

/**
 * How large partitions grow at the declared workload. Sizes are those of the data file before compression, once for each replica.
 *
 * @param classicRowBytes by the formula of the guides, with 23 bytes a cell, which predates Cassandra 3.0; for comparison only
 * @param rowBytes as Cassandra 3.0 and later stores it, with each update as a piece of its own
 * @param insertedRowBytes the same before any update
 * @param partitionOverhead bytes of a partition beside its rows
 * @param busiestWritesPerSecond inserts, updates and deletes in the busiest partition, averaged over a day
 * @param assumptions sizes that were not declared
 */
public record Projection(
        Growth growth,
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
        Growth growth = Growth.of(table, workload);
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

    /** What the classic formula says of a partition. It knows no overhead of the partition itself. */
    public double classicBytes(long rows) {
        return rows * classicRowBytes;
    }
}
