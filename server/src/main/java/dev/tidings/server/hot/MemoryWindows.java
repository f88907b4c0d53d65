package dev.tidings.server.hot;

import dev.tidings.core.hot.Admission;
import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.RateWindow;
import dev.tidings.core.hot.RateWindows;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * The in-memory rate-limit windows: the ids admitted per user, type and hour. A missing window answers {@code WindowNotLoaded}, and
 * {@link RateLimits} loads it from the tables, so any window may be evicted at any time.
 */
final class MemoryWindows implements RateWindows {
    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);
    private static final CompletableFuture<Admission> YES = CompletableFuture.completedFuture(Admission.ADMITTED);
    private static final CompletableFuture<Admission> NO = CompletableFuture.completedFuture(Admission.REFUSED);

    private final Epoch epoch;
    private final BoundedMap<RateWindow, Window> windows;

    /** The ids admitted in one window. */
    private static final class Window extends BoundedMap.EvictableEntry {
        /** Unique per creation of the window. */
        final long number;
        /** Null until it is loaded. */
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

    MemoryWindows(Epoch epoch, int max) {
        this.epoch = epoch;
        this.windows = new BoundedMap<>(max);
    }

    @Override
    public CompletableFuture<Admission> admit(RateWindow window, UUID id, int limit) {
        var asked = new Object() {
            CompletableFuture<Admission> answer;
        };
        windows.compute(window, (key, known) -> {
            Window asking = known == null ? new Window(epoch.nextNumber()) : known;
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
        windows.removeIf(window -> window.user().tenant().equals(tenant));
    }

    int size() {
        return windows.size();
    }

    void clear() {
        windows.clear();
    }
}
