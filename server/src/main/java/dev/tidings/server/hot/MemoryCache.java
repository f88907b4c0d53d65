package dev.tidings.server.hot;

import dev.tidings.core.hot.FencedCache;
import dev.tidings.core.hot.Look;
import dev.tidings.core.hot.Stamp;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * A fenced cache in memory. Every announcement and every end of a change gives the user's entry another number, and what was read
 * with an older one is not kept. Numbers are never used twice, so that an entry may be dropped and made anew at any time, unless a
 * change is under way: the announcement must not be forgotten.
 */
abstract class MemoryCache<V> implements FencedCache<V> {
    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

    private final Epoch epoch;
    private final boolean foundWhileChanging;
    private final Bounded<UserKey, Entry> entries;

    private record Announcement(long number, Instant until) {}

    private final class Entry extends Bounded.Entry {
        long number = epoch.nextNumber();
        V value;
        /** In the order in which they were made, which is the order in which their leases end. Null as long as there were none. */
        Deque<Announcement> announced;
        /** One of the changes that overlap with those under way has ended with nobody knowing how. */
        boolean unsure;
        /** What is found, if that takes no closer look. */
        volatile Look<V> look;

        boolean changing() {
            return announced != null && !announced.isEmpty();
        }

        /** Who has not ended a change by now is taken for dead. */
        void endLeases() {
            while (changing() && epoch.past(announced.getFirst().until())) {
                announced.removeFirst();
                ended(null);
            }
        }

        /** @param now what is known now, or null if that is not known */
        void ended(V now) {
            number = epoch.nextNumber();
            value = now;
            unsure = changing() && (unsure || now == null);
        }

        Look<V> looked() {
            boolean found = value != null && (foundWhileChanging || !changing());
            // What is read while somebody changes it may or may not include the change: nobody may keep it.
            Stamp stamp = changing() || !epoch.settled() ? Stamp.NONE : epoch.stamp(number);
            Look<V> now = new Look<>(found ? Optional.of(value) : Optional.empty(), stamp);
            // As long as somebody changes it, a lease may end.
            look = found && !changing() ? now : null;
            return now;
        }

        /** Null if there is nothing in it to remember. */
        Entry remembered() {
            looked();
            return value != null || changing() ? this : null;
        }

        @Override
        boolean pinned() {
            endLeases();
            looked();
            return changing();
        }
    }

    /** @param foundWhileChanging whether what was true before a change is found until it ends */
    MemoryCache(Epoch epoch, int most, boolean foundWhileChanging) {
        this.epoch = epoch;
        this.foundWhileChanging = foundWhileChanging;
        this.entries = new Bounded<>(most);
    }

    /** Whether the second may take the place of the first. */
    boolean replaces(V kept, V other) {
        return true;
    }

    @Override
    public final CompletableFuture<Look<V>> find(UserKey user) {
        Entry known = entries.get(user);
        Look<V> look = known == null ? null : known.look;
        return CompletableFuture.completedFuture(look != null && epoch.is(look.stamp()) ? look : closerLook(user));
    }

    private Look<V> closerLook(UserKey user) {
        var looking = new Object() {
            Look<V> found;
        };
        entries.compute(user, (key, known) -> {
            Entry entry = known == null ? new Entry() : known;
            entry.endLeases();
            looking.found = entry.looked();
            return entry;
        });
        return looking.found;
    }

    @Override
    public final CompletableFuture<Void> keep(UserKey user, Stamp stamp, V value) {
        entries.compute(user, (key, entry) -> {
            if (entry == null) {
                return null;
            }
            entry.endLeases();
            boolean current = epoch.is(stamp) && entry.number == stamp.number() && epoch.settled();
            if (current && !entry.changing() && (entry.value == null || replaces(entry.value, value))) {
                entry.value = value;
            }
            return entry.remembered();
        });
        return DONE;
    }

    @Override
    public final CompletableFuture<Stamp> changing(UserKey user) {
        var announcing = new Object() {
            Stamp stamp;
        };
        entries.compute(user, (key, known) -> {
            Entry entry = known == null ? new Entry() : known;
            entry.endLeases();
            if (!foundWhileChanging && !entry.changing()) {
                entry.value = null;
            }
            if (entry.announced == null) {
                entry.announced = new ArrayDeque<>(2);
            }
            entry.number = epoch.nextNumber();
            entry.announced.add(new Announcement(entry.number, epoch.leaseEnd()));
            announcing.stamp = epoch.stamp(entry.number);
            return entry.remembered();
        });
        return CompletableFuture.completedFuture(announcing.stamp);
    }

    @Override
    public final CompletableFuture<Void> changedPerhaps(UserKey user, Stamp stamp) {
        return changed(user, stamp, before -> null);
    }

    /** @param change from what was known before the end, or null, to what is known now, or null */
    final CompletableFuture<Void> changed(UserKey user, Stamp stamp, UnaryOperator<V> change) {
        entries.compute(user, (key, entry) -> {
            if (entry == null) {
                return null;
            }
            entry.endLeases();
            boolean remembered = entry.changing()
                    && epoch.is(stamp)
                    && entry.announced.removeIf(announcement -> announcement.number() == stamp.number());
            entry.ended(remembered && !entry.unsure ? change.apply(entry.value) : null);
            return entry.remembered();
        });
        return DONE;
    }

    final int size() {
        return entries.size();
    }

    final void clear() {
        entries.clear();
    }
}
