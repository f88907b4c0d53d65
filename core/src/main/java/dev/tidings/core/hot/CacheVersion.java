package dev.tidings.core.hot;

/**
 * A version of a cache entry, used as its fence token. Versions are unique, also after the entry was dropped and loaded again.
 *
 * @param epoch the epoch of the hot state, which changes with each loss
 * @param number the number within the epoch
 */
public record CacheVersion(long epoch, long number) {
    /** The version of no entry: a value offered with it is never kept. */
    public static final CacheVersion NONE = new CacheVersion(-1, -1);
}
