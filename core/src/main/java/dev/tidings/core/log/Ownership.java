package dev.tidings.core.log;

/**
 * The ownership of a partition under which a record was polled. Processes that share a log take over partitions from each other, also in
 * the middle of a batch. A former owner may go on with what it has polled, so whatever it does must be harmless: it is compared with the
 * epoch, or checked right before.
 */
public interface Ownership {
    /**
     * The ownership of a process that uses its log alone. It never ends, and its epoch never changes: the log's folder is locked, so no
     * former owner can be running when another process opens it.
     */
    Ownership ALONE = new Ownership() {
        @Override
        public long epoch() {
            return 0;
        }

        @Override
        public boolean isHeld() {
            return true;
        }
    };

    /** A fence token: grows with each change of the partition's owner. Positive in a shared log. */
    long epoch();

    /**
     * Whether the partition is still owned, as far as this process knows. Cheap, and allowed on any thread. False is final. True is a
     * hint: a process that was paused may have lost the partition without knowing it.
     */
    boolean isHeld();

    /** Whether other processes may own the partition before and after. */
    default boolean isShared() {
        return epoch() != ALONE.epoch();
    }
}
