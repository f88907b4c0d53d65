package dev.tidings.server.inbox;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tidings.core.hot.CacheLookup;
import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A cache of the rendered first pages of inboxes, fenced by the version of the user's unread count. {@link #page} returns the cached bytes,
 * or reads and caches the page: an app that comes to the front requests only this page, and mostly nothing has changed.
 *
 * <p>No writer has to invalidate a page. A writer takes and ends a lease on the unread count, and both change the user's cache version. A
 * page is kept with the version from before its rows were read, and is valid while the user still has that version: no write has started or
 * ended since. Pages are local to a process, versions are shared by all that share the counts.
 */
final class FirstPageCache {
    /** The approximate memory of an entry beside its page. */
    private static final int OVERHEAD = 384;

    private final UnreadCounts counts;
    private final InstantSource clock;
    private final Cache<UserKey, CachedPage> pages;

    /**
     * A page that was just read.
     *
     * @param validUntil when the first item on it expires; empty if it can change without a write to the inbox
     */
    record LoadedPage(byte[] page, Optional<Instant> validUntil) {}

    /** A page with the cache version and the limit it was read with. */
    private record CachedPage(byte[] page, int limit, CacheVersion version, Instant validUntil) {
        boolean isValid(int requestedLimit, CacheVersion current, Instant now) {
            return limit == requestedLimit && version.equals(current) && now.isBefore(validUntil);
        }
    }

    /** @param maxBytes the memory limit */
    FirstPageCache(UnreadCounts counts, InstantSource clock, long maxBytes) {
        this.counts = counts;
        this.clock = clock;
        this.pages = Caffeine.newBuilder()
                .maximumWeight(maxBytes)
                .<UserKey, CachedPage>weigher((user, cached) -> cached.page().length
                        + user.tenant().length()
                        + user.user().length()
                        + OVERHEAD)
                .build();
    }

    CompletableFuture<byte[]> page(UserKey user, int limit, Supplier<CompletableFuture<LoadedPage>> read) {
        return counts.find(user).exceptionally(failure -> CacheLookup.miss()).thenCompose(cacheLookup -> {
            CachedPage cached = pages.getIfPresent(user);
            if (cached != null && cached.isValid(limit, cacheLookup.version(), clock.instant())) {
                return CompletableFuture.completedFuture(cached.page());
            }
            return read.get().thenApply(fresh -> {
                fresh.validUntil()
                        .filter(until -> !cacheLookup.version().equals(CacheVersion.NONE))
                        .ifPresent(until ->
                                pages.put(user, new CachedPage(fresh.page(), limit, cacheLookup.version(), until)));
                return fresh.page();
            });
        });
    }
}
