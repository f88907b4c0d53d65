package dev.tidings.server.hot;

import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.FencedException;
import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.hot.OwnerEpoch;
import dev.tidings.core.hot.UnreadCount;
import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The in-memory cache of unread counts by user. The count of before a change is found until the change ends; the change then adds to it.
 * Begins and ends are passed to the live bus.
 */
final class MemoryUnreadCounts extends MemoryCache<UnreadCount> implements UnreadCounts {
    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

    private final MemoryLiveBus live;
    /** The highest epoch seen of each partition; none if all are zero, as of a log that is used alone. */
    private final ConcurrentMap<Integer, Long> owners = new ConcurrentHashMap<>();
    /** The owners of leases that add, unless their epoch is zero. */
    private final ConcurrentMap<CacheVersion, OwnerEpoch> adders = new ConcurrentHashMap<>();

    MemoryUnreadCounts(Epoch epoch, int max, MemoryLiveBus live) {
        super(epoch, max, true);
        this.live = live;
    }

    @Override
    public CompletableFuture<CacheVersion> beginAdding(UserKey user, OwnerEpoch owner) {
        long latest = seen(owner);
        if (latest > owner.epoch()) {
            return CompletableFuture.failedFuture(new FencedException(owner, latest));
        }
        live.announce(user);
        CacheVersion version = begin(user, LeaseKind.INDEPENDENT);
        if (owner.epoch() > 0) {
            adders.put(version, owner);
        }
        return CompletableFuture.completedFuture(version);
    }

    /** The highest epoch seen of the partition, this one included. */
    private long seen(OwnerEpoch owner) {
        if (owner.epoch() == 0 && owners.isEmpty()) {
            return 0;
        }
        return owners.merge(owner.partition(), owner.epoch(), Math::max);
    }

    @Override
    public CompletableFuture<CacheVersion> beginChange(UserKey user) {
        live.announce(user);
        return CompletableFuture.completedFuture(begin(user, LeaseKind.COMPUTED));
    }

    @Override
    public CompletableFuture<Void> changed(
            UserKey user, CacheVersion version, long change, Instant expires, List<InboxChange> published) {
        boolean fenced = isFenced(version);
        UnreadCount now = end(user, version, before -> before == null || fenced ? null : before.plus(change, expires));
        live.publish(user, now == null ? OptionalLong.empty() : OptionalLong.of(now.unread()), published);
        return DONE;
    }

    private boolean isFenced(CacheVersion version) {
        OwnerEpoch owner = adders.isEmpty() ? null : adders.remove(version);
        return owner != null && owners.getOrDefault(owner.partition(), 0L) > owner.epoch();
    }

    @Override
    public CompletableFuture<Void> changedUnknown(UserKey user, CacheVersion version) {
        isFenced(version);
        CompletableFuture<Void> ended = super.changedUnknown(user, version);
        live.publishUnknown(user);
        return ended;
    }

    void loseOwners() {
        owners.clear();
        adders.clear();
    }
}
