package dev.tidings.core.hot;

import java.util.Optional;

/**
 * The result of a cache lookup: the value, if there is one, and the cache version to refill it with.
 *
 * @param value the cached value, if there is one
 * @param version the version to pass with a value that is read from the tables from now on, if the cached one is missing or not usable;
 *     {@link CacheVersion#NONE} while a change is in flight, or for a while after a loss: then the value must not be cached, here or elsewhere
 */
public record CacheLookup<V>(Optional<V> value, CacheVersion version) {
    /** The result for a cache that can't be reached. */
    public static <V> CacheLookup<V> miss() {
        return new CacheLookup<>(Optional.empty(), CacheVersion.NONE);
    }
}
