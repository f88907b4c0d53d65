package dev.tidings.server.feed;

import java.time.Duration;

/**
 * The time bounds of a change feed. Where several processes write, ids of changes come from several clocks, and a row becomes visible some
 * time after its id was assigned. Readers therefore read with an overlap, which both fit into: clocks differ by at most a third of it, and a
 * row is visible after at most another third, or has a second row.
 *
 * @param overlap zero if one process writes all changes and they become visible in the order of their ids
 */
public record FeedTiming(Duration overlap) {
    /** One process, one clock, and changes visible in the order of their ids. */
    public static final FeedTiming ALONE = new FeedTiming(Duration.ZERO);

    /** Several processes on one store. */
    public static final FeedTiming SHARED = new FeedTiming(Duration.ofSeconds(30));

    public boolean isShared() {
        return !overlap.isZero();
    }

    /** The time from the assignment of an id until its row is visible. After it, a reader may have passed the row. */
    public Duration maxVisibility() {
        return overlap.dividedBy(3);
    }

    /** Whether a reader may have passed a row that became visible so long after its id was assigned. */
    public boolean isLate(Duration visibility) {
        return isShared() && visibility.compareTo(maxVisibility()) > 0;
    }

    /** How long a reader looks for the inbox row of a change. After it, the writer has written a second row. */
    public Duration maxPending() {
        return overlap.multipliedBy(2).dividedBy(3);
    }
}
