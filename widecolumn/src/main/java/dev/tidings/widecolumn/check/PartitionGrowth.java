package dev.tidings.widecolumn.check;

import dev.tidings.widecolumn.Declaration;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.time.Duration;
import java.util.Optional;

/**
 * The bound on the growth of a table's partitions and the time over which their rows accumulate. Derived by the design check from the
 * declaration of the table and its expected workload.
 *
 * @param life the length of a bucket, the TTL, or else the planning horizon
 */
public record PartitionGrowth(Bound bound, Duration life) {

    /** The bound of a partition's growth. */
    public enum Bound {
        ONE_ROW("no clustering column: one row"),
        BUCKET("a time bucket in the key starts the next partition"),
        TTL("rows expire"),
        MAX_ROWS("the domain sets a limit"),
        UNBOUNDED("nothing bounds it");

        private final String meaning;

        Bound(String meaning) {
            this.meaning = meaning;
        }

        public String meaning() {
            return meaning;
        }
    }

    /**
     * A bucket takes precedence over the time to live: rows that expired in a bucket that is still being written may not have been
     * compacted yet.
     */
    static PartitionGrowth of(Declaration table, Workload workload) {
        if (table.clustering().isEmpty()) {
            return new PartitionGrowth(Bound.ONE_ROW, Limits.HORIZON);
        }
        Optional<Duration> bucket = workload.bucket();
        if (bucket.isPresent()) {
            return new PartitionGrowth(Bound.BUCKET, bucket.get());
        }
        Optional<Duration> ttl = table.ttl().map(Ttl::life);
        if (ttl.isPresent()) {
            return new PartitionGrowth(Bound.TTL, ttl.get());
        }
        return new PartitionGrowth(workload.maxRows().isPresent() ? Bound.MAX_ROWS : Bound.UNBOUNDED, Limits.HORIZON);
    }

    /** The projected number of rows of a partition at this rate. */
    long rows(double rowsPerDay, Workload workload) {
        if (bound == Bound.ONE_ROW) {
            return 1;
        }
        double rows = Math.min(
                rowsPerDay * HumanReadable.days(life), workload.maxRows().orElse(Long.MAX_VALUE));
        return Math.max(1, Math.round(rows));
    }
}
