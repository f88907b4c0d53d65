package dev.tidings.widecolumn.check;

import java.time.Duration;

/** Every threshold of the check, and why it is where it is. Megabytes are millions of bytes. */
public final class Limits {
    /**
     * Above this a partition is too large: compaction, repair and reads of it strain a node. It is where Cassandra itself has
     * long warned by default ({@code compaction_large_partition_warning_threshold}).
     */
    public static final double MAX_PARTITION_BYTES = 100e6;

    /** Half of the maximum, because an estimated rate is easily wrong by a factor of two. */
    public static final double WARN_PARTITION_BYTES = MAX_PARTITION_BYTES / 2;

    /** The other rule of thumb beside 100 MB: with small rows it is the number of rows that makes a partition slow to merge. */
    public static final long WARN_PARTITION_ROWS = 100_000;

    /**
     * Writes a second that one partition may take. All of them are done by the same few replicas, however large the cluster.
     * DynamoDB caps a partition at this; Cassandra does not, and lets the replicas drown instead.
     */
    public static final double MAX_WRITES_PER_SECOND = 1_000;

    /** A tenth of the maximum: rates are declared as daily averages, and a busy minute is easily ten times the average. */
    public static final double WARN_WRITES_PER_SECOND = MAX_WRITES_PER_SECOND / 10;

    /** Below one write a second a single partition at a time is no burden to anybody. */
    public static final double HARMLESS_WRITES_PER_SECOND = 1;

    /**
     * Fewer partitions than this can't spread: hashed onto ten nodes of 16 token ranges each, that is six per range, and the
     * next nodes added would get little or nothing.
     */
    public static final long MIN_PARTITIONS = 1_000;

    /** What a key should have at least: the luck of the hash then evens out to some percent between nodes. */
    public static final long ENOUGH_PARTITIONS = 10_000;

    /**
     * A table that, taken whole, would make one small partition (and takes few writes) may have as few partitions as it likes:
     * where it lies makes no difference to any node.
     */
    public static final double SMALL_TABLE_BYTES = 10e6;

    /**
     * A collection has no pages: it is read, merged and sent as a whole with every row that has it. From this size on a page
     * of a hundred rows carries more than 6 MB of it.
     */
    public static final double MAX_COLLECTION_BYTES = 65_536;

    /** Each entry is a cell with its own flags and path: a thousand are a partition within a row. */
    public static final long MAX_COLLECTION_ENTRIES = 1_000;

    /** The usual advice for collections. */
    public static final long WARN_COLLECTION_ENTRIES = 100;

    /** Cassandra's {@code tombstone_warn_threshold}: a read that steps over more is logged. */
    public static final double WARN_TOMBSTONES = 1_000;

    /** Cassandra's {@code tombstone_failure_threshold}: a read that steps over more is aborted. */
    public static final double MAX_TOMBSTONES = 100_000;

    /** From this share of deleted rows on, a table is a queue: what is read first is what was deleted. */
    public static final double QUEUE_DELETED_SHARE = 0.5;

    /** Cassandra's default {@code gc_grace_seconds}: how long a tombstone is kept at least. */
    public static final Duration TOMBSTONE_LIFE = Duration.ofDays(10);

    /** Each window is a file that a read may have to open; the author of the strategy advises fewer than this. */
    public static final double MAX_WINDOWS = 50;

    /** A window is dropped when its last row has expired: with five of them, a fifth more disk than the data needs. */
    public static final double MIN_WINDOWS = 5;

    /** Where nothing bounds a partition or the number of buckets, the check looks this far ahead. */
    public static final Duration HORIZON = Duration.ofDays(365);

    private Limits() {}
}
