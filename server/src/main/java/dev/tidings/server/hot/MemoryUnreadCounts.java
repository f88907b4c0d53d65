package dev.tidings.server.hot;

import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.UnreadCount;
import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * The in-memory cache of unread counts by user. The count of before a change is found until the change ends; the change then adds to it.
 */
final class MemoryUnreadCounts extends MemoryCache<UnreadCount> implements UnreadCounts {
    MemoryUnreadCounts(Epoch epoch, int max) {
        super(epoch, max, true);
    }

    @Override
    public CompletableFuture<Void> changed(UserKey user, CacheVersion version, long change, Instant expires) {
        return changed(user, version, before -> before == null ? null : before.plus(change, expires));
    }
}
