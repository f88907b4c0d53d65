package dev.tidings.server.hot;

import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.UnreadCount;
import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** The cache of unread counts in memory. */
final class MemoryUnreadCounts extends MemoryCache<UnreadCount> implements UnreadCounts {
    MemoryUnreadCounts(Epoch epoch, int max) {
        super(epoch, max, true);
    }

    @Override
    public CompletableFuture<Void> changed(UserKey user, CacheVersion version, long change, Instant expires) {
        return changed(user, version, before -> before == null ? null : before.plus(change, expires));
    }
}
