package dev.tidings.widecolumn.check;

import java.util.Locale;

/** The kinds of finding of the design check. The id is stable: people suppress, search and discuss findings by it. */
public enum FindingCode {
    NO_PARTITION_KEY("no column determines the placement of a row"),
    LOW_CARDINALITY_KEY("too few partitions to spread over a cluster"),
    UNKNOWN_CARDINALITY("how many partitions there are was not declared"),
    MONOTONIC_BUCKET("all writes go to the partition of the current time"),
    UNKNOWN_BUCKET("a time bucket is declared, but no partition column looks like one"),
    MISSING_TIE_BREAKER("rows of the same millisecond overwrite each other"),
    ANCHOR_OUTSIDE_KEY("every write has to carry the column that the expiry is counted from"),
    NO_QUERY("the table serves no query"),
    PARTITION_NOT_FIXED("a query would query every node"),
    SKIPPED_CLUSTERING_COLUMN("a query would filter inside a partition"),
    NEEDS_FILTERING("a query restricts a column that is not in the key"),
    NO_WORKLOAD("growth and load could not be judged"),
    UNBOUNDED_GROWTH("a partition grows without bound"),
    PARTITION_TOO_LARGE("a partition outgrows what a node handles well"),
    TOO_MANY_ROWS("a partition holds very many rows"),
    HOT_PARTITION("one partition takes more writes than its replicas should"),
    HUGE_COLLECTION("a collection is too large to be read as a whole"),
    QUEUE_LIKE_DELETES("reads have to scan tombstones of deleted rows"),
    NULL_TOMBSTONES("reads have to scan tombstones of cleared values"),
    TTL_WINDOW_MISMATCH("time to live and compaction window do not fit");

    private final String meaning;

    FindingCode(String meaning) {
        this.meaning = meaning;
    }

    /** The printed code, such as {@code low-cardinality-key}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String meaning() {
        return meaning;
    }
}
