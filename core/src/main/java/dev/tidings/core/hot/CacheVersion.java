package dev.tidings.core.hot;

/**
 * The fence token of a cache entry: returned by a lookup or a lease, and passed back with the value to store. The cache drops a value whose
 * version is outdated. Versions are unique, also after the entry was dropped and loaded again.
 *
 * @param epoch the epoch of the hot state, which changes with each loss
 * @param number the number within the epoch
 */
public record CacheVersion(long epoch, long number) {
    /** The version of no entry: a value offered with it is never kept. */
    public static final CacheVersion NONE = new CacheVersion(-1, -1);
}
