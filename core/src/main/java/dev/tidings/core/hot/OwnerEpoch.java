package dev.tidings.core.hot;

/**
 * The fence token of the owner of a virtual partition of the log. A later owner has a higher epoch; once it has been seen, changes of an
 * earlier owner are refused.
 */
public record OwnerEpoch(int partition, long epoch) {
    /** The owner of all partitions of a log that is used alone. It is never fenced. */
    public static final OwnerEpoch ALONE = new OwnerEpoch(0, 0);
}
