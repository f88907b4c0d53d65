package dev.tidings.core.hot;

import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Rate limit windows per user, notification type and hour: admits a notification if the window's limit allows it. Counts ids as sets, so
 * that a redelivered id counts once. A window starts unknown, unless its hour began after the hot state did, and is unknown again after a
 * loss or an eviction.
 *
 * <p>Ids that were admitted but are not in the tables yet are missing when an unknown window is read back. The caller of {@link #admit} has
 * to remember them until they are written, and pass them to {@link #load} together with those from the tables.
 */
public interface RateWindows {

    /** Counts the id if the limit allows it. An id that is counted already is admitted again. */
    CompletableFuture<Admission> admit(RateWindow window, UUID id, int limit);

    /**
     * Loads the window with these ids. If it was loaded in the meantime, they are added to it. Nothing is kept if the window was dropped
     * since the version.
     */
    CompletableFuture<Void> load(RateWindow window, CacheVersion version, Set<UUID> ids);
}
