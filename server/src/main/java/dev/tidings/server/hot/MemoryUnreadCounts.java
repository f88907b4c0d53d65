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
    /** The latest owner seen of each partition; none of a log that is used alone, whose epoch is zero. */
    private final ConcurrentMap<Integer, SeenOwner> owners = new ConcurrentHashMap<>();
    /** The owners of leases that add, unless their epoch is zero. */
    private final ConcurrentMap<CacheVersion, OwnerEpoch> adders = new ConcurrentHashMap<>();

    private final Epoch leases;

    /**
     * The owner of a partition.
     *
     * @param settledAt when records that the former owner has counted can't come any more
     */
    private record SeenOwner(long epoch, Instant settledAt) {}

    MemoryUnreadCounts(Epoch epoch, int max, MemoryLiveBus live) {
        super(epoch, max, true);
        this.leases = epoch;
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
        return owners.compute(
                        owner.partition(),
                        (partition, before) -> before != null && before.epoch() >= owner.epoch()
                                ? before
                                : new SeenOwner(owner.epoch(), leases.leaseEnd()))
                .epoch();
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
        live.publish(user, current(now), published);
        return DONE;
    }

    /** Empty if one of the counted notifications has expired. */
    private OptionalLong current(UnreadCount count) {
        return count == null || leases.isPast(count.validUntil())
                ? OptionalLong.empty()
                : OptionalLong.of(count.unread());
    }

    /** Whether another owner may have counted the same: a later one, or the former one, whose records may come without a mark. */
    private boolean isFenced(CacheVersion version) {
        OwnerEpoch owner = adders.isEmpty() ? null : adders.remove(version);
        if (owner == null) {
            return false;
        }
        SeenOwner latest = owners.get(owner.partition());
        return latest == null || latest.epoch() > owner.epoch() || !leases.isPast(latest.settledAt());
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
