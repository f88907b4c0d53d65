package dev.tidings.server.hot;

import dev.tidings.core.hot.CacheLookup;
import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.FencedCache;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * A fenced cache in memory. Every start and end of a change gives the user's entry a new version, and a value read with an older one is not
 * cached. Versions are never reused, so that an entry may be evicted and recreated at any time, unless a change is in flight: its write
 * lease must not be lost.
 */
abstract class MemoryCache<V> implements FencedCache<V> {
    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

    private final Epoch epoch;
    private final boolean foundWhileChanging;
    private final BoundedMap<UserKey, Entry> entries;

    /**
     * A change in flight.
     *
     * @param until when its writer is presumed dead
     * @param kind what it may overlap with
     */
    private record WriteLease(long number, Instant until, LeaseKind kind) {}

    /** Whether the outcome of a change can depend on another one that overlaps with it. */
    enum LeaseKind {
        /** It does not depend on others, such as one that adds to the value. */
        INDEPENDENT,
        /** It was computed from a read. If two of them overlap, the value is unknown. */
        COMPUTED
    }

    /** The cached value of one user, its version and its write leases. */
    private final class Entry extends BoundedMap.EvictableEntry {
        long number = epoch.nextNumber();
        V value;
        /** In the order of creation, which is the order of expiry. Null until there is one. */
        Deque<WriteLease> leases;
        /** Whether one of the overlapping changes has ended with an unknown outcome. */
        boolean unknownOutcome;
        /** The result of a lookup, if it can be returned as it is; null otherwise. */
        volatile CacheLookup<V> cached;

        boolean changing() {
            return leases != null && !leases.isEmpty();
        }

        boolean hasComputed() {
            return changing() && leases.stream().anyMatch(lease -> lease.kind() == LeaseKind.COMPUTED);
        }

        /** Drops expired leases: their writers are presumed dead. */
        void endLeases() {
            while (changing() && epoch.isPast(leases.getFirst().until())) {
                leases.removeFirst();
                ended(null);
            }
        }

        /** @param now the current value, or null if it is unknown */
        void ended(V now) {
            number = epoch.nextNumber();
            value = now;
            unknownOutcome = changing() && (unknownOutcome || now == null);
        }

        CacheLookup<V> refreshed() {
            boolean found = value != null && (foundWhileChanging || !changing());
            // A value read during a change may or may not include it, and must not be cached.
            CacheVersion version = changing() || !epoch.settled() ? CacheVersion.NONE : epoch.version(number);
            CacheLookup<V> now = new CacheLookup<>(found ? Optional.of(value) : Optional.empty(), version);
            // A lease may expire during a change.
            cached = found && !changing() ? now : null;
            return now;
        }

        /** Null if the entry holds nothing. */
        Entry orNothing() {
            refreshed();
            return value != null || changing() ? this : null;
        }

        @Override
        boolean pinned() {
            endLeases();
            refreshed();
            return changing();
        }
    }

    /** @param foundWhileChanging whether the value of before a change is found until it ends */
    MemoryCache(Epoch epoch, int max, boolean foundWhileChanging) {
        this.epoch = epoch;
        this.foundWhileChanging = foundWhileChanging;
        this.entries = new BoundedMap<>(max);
    }

    /** Whether the second value may replace the first. */
    boolean replaces(V kept, V other) {
        return true;
    }

    @Override
    public final CompletableFuture<CacheLookup<V>> find(UserKey user) {
        Entry known = entries.get(user);
        CacheLookup<V> cached = known == null ? null : known.cached;
        return CompletableFuture.completedFuture(
                cached != null && epoch.isCurrent(cached.version()) ? cached : findUnderLock(user));
    }

    private CacheLookup<V> findUnderLock(UserKey user) {
        var result = new Object() {
            CacheLookup<V> found;
        };
        entries.compute(user, (key, known) -> {
            Entry entry = known == null ? new Entry() : known;
            entry.endLeases();
            result.found = entry.refreshed();
            return entry;
        });
        return result.found;
    }

    @Override
    public final CompletableFuture<Void> putIfUnchanged(UserKey user, CacheVersion version, V value) {
        entries.compute(user, (key, entry) -> {
            if (entry == null) {
                return null;
            }
            entry.endLeases();
            boolean current = epoch.isCurrent(version) && entry.number == version.number() && epoch.settled();
            if (current && !entry.changing() && (entry.value == null || replaces(entry.value, value))) {
                entry.value = value;
            }
            return entry.orNothing();
        });
        return DONE;
    }

    @Override
    public CompletableFuture<CacheVersion> beginChange(UserKey user) {
        return CompletableFuture.completedFuture(begin(user, LeaseKind.INDEPENDENT));
    }

    final CacheVersion begin(UserKey user, LeaseKind kind) {
        var result = new Object() {
            CacheVersion version;
        };
        entries.compute(user, (key, known) -> {
            Entry entry = known == null ? new Entry() : known;
            entry.endLeases();
            if (!foundWhileChanging && !entry.changing()) {
                entry.value = null;
            }
            if (entry.leases == null) {
                entry.leases = new ArrayDeque<>(2);
            }
            entry.unknownOutcome |= kind == LeaseKind.COMPUTED && entry.hasComputed();
            entry.number = epoch.nextNumber();
            entry.leases.add(new WriteLease(entry.number, epoch.leaseEnd(), kind));
            result.version = epoch.version(entry.number);
            return entry.orNothing();
        });
        return result.version;
    }

    @Override
    public CompletableFuture<Void> changedUnknown(UserKey user, CacheVersion version) {
        return changed(user, version, before -> null);
    }

    /** @param change maps the last known value, or null, to the current one, or null */
    final CompletableFuture<Void> changed(UserKey user, CacheVersion version, UnaryOperator<V> change) {
        end(user, version, change);
        return DONE;
    }

    /** Ends a lease and returns the current value, or null if it is unknown. */
    final V end(UserKey user, CacheVersion version, UnaryOperator<V> change) {
        var result = new Object() {
            V value;
        };
        entries.compute(user, (key, entry) -> {
            if (entry == null) {
                return null;
            }
            entry.endLeases();
            boolean leased = entry.changing()
                    && epoch.isCurrent(version)
                    && entry.leases.removeIf(lease -> lease.number() == version.number());
            entry.ended(leased && !entry.unknownOutcome ? change.apply(entry.value) : null);
            result.value = entry.value;
            return entry.orNothing();
        });
        return result.value;
    }

    /** A later entry of the same user has another version, so that nothing read before is kept in it. */
    final void forget(String tenant) {
        entries.removeIf(user -> user.tenant().equals(tenant));
    }

    final int size() {
        return entries.size();
    }

    final void clear() {
        entries.clear();
    }
}
