package dev.tidings.core.hot;

/**
 * The number of a user's inbox changes so far: raised when a change begins, and again when it ends. A listener that has the number of the
 * last update it received can tell whether it missed one.
 *
 * @param epoch names the life of the counter; numbers of different epochs can't be compared
 */
public record LiveNumber(long epoch, long number) {
    /** The number before anything is known. Follows nothing, and nothing follows it. */
    public static final LiveNumber UNKNOWN = new LiveNumber(-1, -1);

    /** Whether exactly one change has begun and ended since, and no other one has begun. */
    public boolean follows(LiveNumber before) {
        return epoch == before.epoch && epoch != UNKNOWN.epoch && number == before.number + 2;
    }
}
