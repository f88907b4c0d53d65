package dev.tidings.core.hot;

import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * How many of a type each user has had in an hour, as sets of ids: what is counted again, by a replay or another process, counts
 * once. A window starts unknown, and is unknown again after a loss or when it had to make room.
 *
 * <p>What was admitted and is not in the tables yet is missing there when an unknown window is read back. Whoever admits has to
 * remember it until it is written, and hand it in with what the tables say.
 */
public interface RateWindows {

    /** Counts it if there is room, and says so also if it was counted before. */
    CompletableFuture<Admission> admit(RateWindow window, UUID id, int limit);

    /**
     * Makes the window known, as holding these. One that was made known in the meantime holds these as well. Nothing is kept if
     * it was forgotten since the stamp.
     */
    CompletableFuture<Void> keep(RateWindow window, Stamp stamp, Set<UUID> ids);
}
