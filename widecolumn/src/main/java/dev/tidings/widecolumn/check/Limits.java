package dev.tidings.widecolumn.check;

import java.time.Duration;

/**
 * The thresholds of the design check as constants, each with its reason. No limit is enforced at run time. Megabytes are millions of bytes.
 */
public final class Limits {
    /**
     * Above this a partition is too large: compaction, repair and reads of it strain a node. Cassandra itself has long warned here by
     * default ({@code compaction_large_partition_warning_threshold}).
     */
    public static final double MAX_PARTITION_BYTES = 100e6;

    /** Half of the maximum, because an estimated rate is easily wrong by a factor of two. */
    public static final double WARN_PARTITION_BYTES = MAX_PARTITION_BYTES / 2;

    /** The other rule of thumb beside 100 MB: with small rows, the number of rows makes a partition slow to merge. */
    public static final long WARN_PARTITION_ROWS = 100_000;

    /**
     * The maximum writes per second to one partition. The same few replicas take all of them, however large the cluster. DynamoDB caps a
     * partition at this; Cassandra does not, and overloads the replicas instead.
     */
    public static final double MAX_WRITES_PER_SECOND = 1_000;

    /** A tenth of the maximum: rates are declared as daily averages, and a busy minute is easily ten times the average. */
    public static final double WARN_WRITES_PER_SECOND = MAX_WRITES_PER_SECOND / 10;

    /** Below one write a second, a single partition at a time is no burden. */
    public static final double HARMLESS_WRITES_PER_SECOND = 1;

    /**
     * Fewer partitions than this don't distribute well: hashed onto ten nodes of 16 token ranges each, that is six per range, and the next
     * nodes added would get little or nothing.
     */
    public static final long MIN_PARTITIONS = 1_000;

    /** The recommended minimum for a key: the deviation between nodes is then a few percent. */
    public static final long RECOMMENDED_PARTITIONS = 10_000;

    /**
     * A table whose total is one small partition (and that takes few writes) may have any number of partitions: its placement makes no
     * difference to a node.
     */
    public static final double SMALL_TABLE_BYTES = 10e6;

    /**
     * A collection is not paged: it is read, merged and sent as a whole with every row that has it. From this size on, a page of a hundred
     * rows carries more than 6 MB of it.
     */
    public static final double MAX_COLLECTION_BYTES = 65_536;

    /** Each entry is a cell with its own flags and path: a thousand are a partition within a row. */
    public static final long MAX_COLLECTION_ENTRIES = 1_000;

    /** The usual recommendation for collections. */
    public static final long WARN_COLLECTION_ENTRIES = 100;

    /** Cassandra's {@code tombstone_warn_threshold}: a read that scans more is logged. */
    public static final double WARN_TOMBSTONES = 1_000;

    /** Cassandra's {@code tombstone_failure_threshold}: a read that scans more is aborted. */
    public static final double MAX_TOMBSTONES = 100_000;

    /** From this share of deleted rows on, a table is a queue: reads start at deleted rows. */
    public static final double QUEUE_DELETED_SHARE = 0.5;

    /** Cassandra's default {@code gc_grace_seconds}: the minimum life of a tombstone. */
    public static final Duration TOMBSTONE_LIFE = Duration.ofDays(10);

    /** Each window is a file that a read may have to open; the author of the strategy recommends fewer than this. */
    public static final double MAX_WINDOWS = 50;

    /** A window is dropped when its last row has expired: with five of them, a fifth more disk than the data needs. */
    public static final double MIN_WINDOWS = 5;

    /** Where nothing bounds a partition or the number of buckets, the check projects this far ahead. */
    public static final Duration HORIZON = Duration.ofDays(365);

    private Limits() {}
}
