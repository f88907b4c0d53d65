package dev.tidings.server.feed;

import dev.tidings.core.model.UuidV7;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A reader's place in one user's change feed: the newest change it has passed, and the identities of those it has sent around it. While
 * rows near the newest may still become visible, it reads again from an overlap before it, and skips what it has sent.
 *
 * <p>Without an overlap, changes become visible in the order of their ids, and the place is the newest alone. Not thread-safe.
 */
public final class FeedWindow {
    /**
     * How many overlaps an identity is kept, and how many have to pass for the place to settle: one for what is read again, one because
     * clocks differ.
     */
    private static final int KEPT_OVERLAPS = 2;

    private final Duration overlap;
    private UUID newest;
    private boolean settled;
    /** The time in the id of each change that was sent, by identity. Null if there is none. */
    private Map<Long, Instant> sent;

    public FeedWindow(FeedTiming timing, FeedCursor cursor) {
        this.overlap = timing.overlap();
        this.newest = cursor.newest();
        this.settled = !timing.isShared() || cursor.settled();
        if (!settled) {
            // Those that are read again get the times of their ids.
            Instant at = UuidV7.time(newest).minus(overlap);
            cursor.sent().forEach(identity -> remember(identity, at));
        }
    }

    /** A place before everything that becomes visible later, at an id that was just assigned. */
    public static FeedWindow startingAt(FeedTiming timing, UUID newest) {
        return new FeedWindow(timing, new FeedCursor(newest, !timing.isShared(), List.of()));
    }

    /** After which id to read. */
    public UUID readAfter(Instant now) {
        if (settled) {
            return newest;
        }
        Instant reached = UuidV7.time(newest);
        return UuidV7.smallestAt((reached.isBefore(now) ? reached : now).minus(overlap));
    }

    /** Whether this change, which was read or received, was sent under this or another id. */
    public boolean isSent(UUID id, long identity) {
        if (overlap.isZero()) {
            return id.compareTo(newest) <= 0;
        }
        if (sent == null || !sent.containsKey(identity)) {
            return false;
        }
        remember(identity, UuidV7.time(id));
        return true;
    }

    /** A change is sent, or the client has it otherwise. */
    public void sent(UUID id, long identity) {
        if (!overlap.isZero()) {
            settled = false;
            remember(identity, UuidV7.time(id));
        }
        passed(id);
    }

    private void remember(long identity, Instant at) {
        if (sent == null) {
            sent = new HashMap<>();
        }
        sent.merge(identity, at, (one, other) -> one.isAfter(other) ? one : other);
    }

    /** Everything that was visible up to this id was read. */
    public void passed(UUID id) {
        if (id.compareTo(newest) <= 0) {
            return;
        }
        newest = id;
        settled = settled && overlap.isZero();
        if (sent != null) {
            Instant oldest = UuidV7.time(id).minus(overlap.multipliedBy(KEPT_OVERLAPS));
            sent.values().removeIf(at -> at.isBefore(oldest));
        }
    }

    /** Nothing is missing as of now. Long enough after the newest change, nothing can become visible before it any more. */
    public void complete(Instant now) {
        if (!settled && now.isAfter(UuidV7.time(newest).plus(overlap.multipliedBy(KEPT_OVERLAPS)))) {
            settled = true;
            sent = null;
        }
    }

    public UUID newest() {
        return newest;
    }

    /** The cursor with which a client resumes from here. */
    public FeedCursor cursor() {
        if (settled) {
            return FeedCursor.settledAt(newest);
        }
        if (sent == null) {
            return new FeedCursor(newest, false, List.of());
        }
        return new FeedCursor(
                newest,
                false,
                sent.size() <= FeedCursor.MAX_SENT
                        ? List.copyOf(sent.keySet())
                        : sent.entrySet().stream()
                                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                                .limit(FeedCursor.MAX_SENT)
                                .map(Map.Entry::getKey)
                                .toList());
    }
}
