package dev.tidings.widecolumn;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a table expects to carry, so that its design can be checked instead of hoped for. Figures are for the size the table is
 * designed for, not for today.
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

    /** Rows a day that a usual partition takes, and the busiest one there may be. */
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

    /** One row per partition: a look-up by key. */
    public static Workload oneRow() {
        return rowsPerDay(1, 1).maxRows(1);
    }

    /** A limit that the domain sets, whatever the rate (a list holds at most 1,000 users, say). */
    public Workload maxRows(long rows) {
        maxRows = OptionalLong.of(rows);
        return this;
    }

    /** How long one partition goes on taking rows, because a time bucket in its key then starts the next. */
    public Workload bucket(Duration duration) {
        bucket = Optional.of(duration);
        return this;
    }

    /** The same, naming the partition column that is the bucket, for when its name does not say so. */
    public Workload bucket(Column<?> column, Duration duration) {
        bucketColumn = Optional.of(column);
        return bucket(duration);
    }

    /** How many distinct values a key column has at the design size. */
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

    /** The share of rows that have a value in this column, from 0 to 1; all of them unless it is said. */
    public Workload filled(Column<?> column, double share) {
        filled.put(column, checkShare("filled share of " + column.name(), share));
        return this;
    }

    /** How often a row is written again after it was inserted. */
    public Workload updatesPerRow(double updates) {
        updatesPerRow = updates;
        return this;
    }

    /** The share of rows that are deleted by hand rather than left to expire, from 0 to 1. */
    public Workload deletedShare(double share) {
        deletedShare = checkShare("deleted share", share);
        return this;
    }

    /** How many values of a row are cleared after they were set: on Cassandra each leaves a tombstone. */
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
