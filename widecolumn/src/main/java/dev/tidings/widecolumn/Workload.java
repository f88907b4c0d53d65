package dev.tidings.widecolumn;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The expected workload of a table at its design size, declared with the table: rows per day of an average and of the busiest partition,
 * distinct keys, value sizes, updates and deletes. Used only by the design check; it does not limit anything at run time.
 */
public final class Workload {
    private double rowsPerDay;
    private double busiestRowsPerDay;
    private OptionalLong maxRows = OptionalLong.empty();
    private Optional<Duration> bucket = Optional.empty();
    private Optional<Column<?>> bucketColumn = Optional.empty();
    private double updatesPerRow;
    private double deletedShare;
    private double clearsPerRow;
    private final Map<Column<?>, Long> distinct = new LinkedHashMap<>();
    private final Map<Column<?>, Integer> sizes = new LinkedHashMap<>();
    private final Map<Column<?>, Integer> entries = new LinkedHashMap<>();
    private final Map<Column<?>, Double> filled = new LinkedHashMap<>();

    private Workload() {}

    /** Rows per day of an average partition, and of the busiest one. */
    public static Workload rowsPerDay(double usual, double busiest) {
        if (!(usual > 0) || !(busiest >= usual)) {
            throw new SchemaException("workload of " + usual + " rows a day, " + busiest
                    + " in the busiest partition: expected both positive and the busiest at least the usual");
        }
        Workload workload = new Workload();
        workload.rowsPerDay = usual;
        workload.busiestRowsPerDay = busiest;
        return workload;
    }

    /** One row per partition: a lookup by key. */
    public static Workload oneRow() {
        return rowsPerDay(1, 1).maxRows(1);
    }

    /** A limit set by the domain, whatever the rate (such as a list of at most 1,000 users). */
    public Workload maxRows(long rows) {
        maxRows = OptionalLong.of(rows);
        return this;
    }

    /** The time for which a partition takes rows, until a time bucket in its key starts the next. */
    public Workload bucket(Duration duration) {
        bucket = Optional.of(duration);
        return this;
    }

    /** The same, with the partition column that is the bucket, in case its name does not show it. */
    public Workload bucket(Column<?> column, Duration duration) {
        bucketColumn = Optional.of(column);
        return bucket(duration);
    }

    /** The number of distinct values of a key column at the design size. */
    public Workload distinct(Column<?> column, long values) {
        distinct.put(column, values);
        return this;
    }

    /** Average bytes of a text or blob; of one entry, key and value together, for a collection. */
    public Workload size(Column<?> column, int bytes) {
        sizes.put(column, bytes);
        return this;
    }

    /** Average number of entries in a collection. */
    public Workload entries(Column<?> column, int count) {
        entries.put(column, count);
        return this;
    }

    /** The share of rows that have a value in this column, from 0 to 1; by default all. */
    public Workload filled(Column<?> column, double share) {
        filled.put(column, checkShare("filled share of " + column.name(), share));
        return this;
    }

    /** The average number of updates of a row after its insert. */
    public Workload updatesPerRow(double updates) {
        updatesPerRow = updates;
        return this;
    }

    /** The share of rows that are deleted explicitly instead of left to expire, from 0 to 1. */
    public Workload deletedShare(double share) {
        deletedShare = checkShare("deleted share", share);
        return this;
    }

    /** The number of values of a row that are cleared after they were set: on Cassandra each leaves a tombstone. */
    public Workload clearsPerRow(double clears) {
        clearsPerRow = clears;
        return this;
    }

    public double rowsPerDay() {
        return rowsPerDay;
    }

    public double busiestRowsPerDay() {
        return busiestRowsPerDay;
    }

    public OptionalLong maxRows() {
        return maxRows;
    }

    public Optional<Duration> bucket() {
        return bucket;
    }

    public Optional<Column<?>> bucketColumn() {
        return bucketColumn;
    }

    public double updatesPerRow() {
        return updatesPerRow;
    }

    public double deletedShare() {
        return deletedShare;
    }

    public double clearsPerRow() {
        return clearsPerRow;
    }

    public Map<Column<?>, Long> distinct() {
        return Map.copyOf(distinct);
    }

    public Map<Column<?>, Integer> sizes() {
        return Map.copyOf(sizes);
    }

    public Map<Column<?>, Integer> entries() {
        return Map.copyOf(entries);
    }

    public Map<Column<?>, Double> filled() {
        return Map.copyOf(filled);
    }

    private static double checkShare(String what, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new SchemaException(what + " is " + share + ": expected a share from 0 to 1");
        }
        return share;
    }
}
