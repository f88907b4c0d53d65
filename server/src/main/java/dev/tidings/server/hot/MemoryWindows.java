package dev.tidings.server.hot;

import dev.tidings.core.hot.Admission;
import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.RateWindow;
import dev.tidings.core.hot.RateWindows;
import dev.tidings.tables.Buckets;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The in-memory rate-limit windows: the ids admitted per user, type and hour. A missing window of an hour from which nothing can be missing
 * is empty; any other one answers {@code WindowNotLoaded}, and {@link RateLimits} loads it from the tables, so any window may be evicted at any
 * time.
 */
final class MemoryWindows implements RateWindows {
    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);
    private static final CompletableFuture<Admission> YES = CompletableFuture.completedFuture(Admission.ADMITTED);
    private static final CompletableFuture<Admission> NO = CompletableFuture.completedFuture(Admission.REFUSED);

    private final Epoch epoch;
    private final Supplier<Instant> horizon;
    private final BoundedMap<RateWindow, Window> windows;
    /** The latest hour of which windows may be missing: the one in which the epoch began, or a later one of a window that was dropped. */
    private final AtomicInteger incompleteTo = new AtomicInteger();

    /** The ids admitted in one window. */
    private static final class Window extends BoundedMap.EvictableEntry {
        /** Unique per creation of the window. */
        final long number;
        /** Null while it is not known. */
        Set<UUID> ids;

        Window(long number) {
            this.number = number;
        }

        boolean admits(UUID id, int limit) {
            return ids.contains(id) || ids.size() < limit && ids.add(id);
        }

        @Override
        boolean pinned() {
            return false;
        }
    }

    /** @param horizon later than the position of any notification processed so far */
    MemoryWindows(Epoch epoch, Supplier<Instant> horizon, int max) {
        this.epoch = epoch;
        this.horizon = horizon;
        this.windows = new BoundedMap<>(max, this::dropped);
        incompleteTo.set(Buckets.hour(horizon.get()));
    }

    private void dropped(RateWindow window) {
        incompleteTo.accumulateAndGet(window.hour(), Math::max);
    }

    private Window absent(RateWindow window) {
        Window absent = new Window(epoch.nextNumber());
        if (window.hour() > incompleteTo.get()) {
            absent.ids = new HashSet<>();
        }
        return absent;
    }

    @Override
    public CompletableFuture<Admission> admit(RateWindow window, UUID id, int limit) {
        var asked = new Object() {
            CompletableFuture<Admission> answer;
        };
        windows.compute(window, (key, known) -> {
            Window asking = known == null ? absent(window) : known;
            if (asking.ids == null) {
                Admission unknown = new Admission.WindowNotLoaded(epoch.version(asking.number));
                asked.answer = CompletableFuture.completedFuture(unknown);
            } else {
                asked.answer = asking.admits(id, limit) ? YES : NO;
            }
            return asking;
        });
        return asked.answer;
    }

    @Override
    public CompletableFuture<Void> load(RateWindow window, CacheVersion version, Set<UUID> ids) {
        windows.compute(window, (key, known) -> {
            if (known != null && epoch.isCurrent(version) && known.number == version.number()) {
                if (known.ids == null) {
                    known.ids = new HashSet<>();
                }
                known.ids.addAll(ids);
            }
            return known;
        });
        return DONE;
    }

    void forget(String tenant) {
        windows.removeIf(window -> {
            boolean isForgotten = window.user().tenant().equals(tenant);
            if (isForgotten) {
                dropped(window);
            }
            return isForgotten;
        });
    }

    int size() {
        return windows.size();
    }

    void clear() {
        // First: a window that is missing from now on is not empty.
        incompleteTo.accumulateAndGet(Buckets.hour(horizon.get()), Math::max);
        windows.clear();
    }
}
