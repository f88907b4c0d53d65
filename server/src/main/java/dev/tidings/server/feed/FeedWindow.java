package dev.tidings.server.feed;

import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.model.UuidV7;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A reader's place in one user's change feed: the newest change it has passed, when it last knew that nothing was missing, and the
 * identities of the changes it has sent around that. While rows may still become visible there, it reads again from an overlap before, and
 * skips what it has sent.
 *
 * <p>Without an overlap, changes become visible in the order of their ids, and the place is the newest alone. Not thread-safe.
 */
public final class FeedWindow {
    /**
     * How many overlaps an identity is kept, and how many have to pass for the place to settle: one for what is read again, one because
     * clocks differ.
     */
    private static final int KEPT_OVERLAPS = 2;

    private static final int MAX_MARKS = 1_000;

    private final Duration overlap;
    private UUID newest;
    private boolean settled;
    /** When a read began, or a comparison of numbers, that found everything of before. */
    private Instant verified;
    /** The time in the id of each change that was sent, by identity. Null if there is none. */
    private Map<Long, Instant> sent;

    private long lastSent;
    /** The write time of the latest mark that was sent, by cell. Null if there is none. */
    private Map<MarkedCell, Long> marks;

    /** What a mark sets of a notification: whether it is read, or whether it is archived. */
    private record MarkedCell(UUID notification, boolean archive) {
        static MarkedCell of(InboxChange mark) {
            return new MarkedCell(mark.notification(), mark.kind().endsWith("archived"));
        }
    }

    public FeedWindow(FeedTiming timing, FeedCursor cursor) {
        this.overlap = timing.overlap();
        this.newest = cursor.newest();
        this.settled = !timing.isShared() || cursor.settled();
        this.verified = UuidV7.time(newest);
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
        Instant reached = UuidV7.time(reached());
        return UuidV7.smallestAt((reached.isBefore(now) ? reached : now).minus(overlap));
    }

    /**
     * The newest change, but no later than an id could be when the reader last knew that nothing was missing: a slow reader passes ids whose
     * neighbours become visible behind it.
     */
    private UUID reached() {
        UUID latest = UuidV7.smallestAt(verified.plus(overlap.dividedBy(3)));
        return newest.compareTo(latest) <= 0 ? newest : latest;
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

    /** Whether a later mark on the same item was sent: then this one, which became visible late, would undo it. */
    public boolean isSuperseded(InboxChange change) {
        return marks != null
                && isMark(change)
                && marks.getOrDefault(MarkedCell.of(change), Long.MIN_VALUE) > change.markedAt();
    }

    private static boolean isMark(InboxChange change) {
        return !change.isAdded() && change.notification() != null;
    }

    /** A mark is sent. */
    public void marked(InboxChange change) {
        if (!overlap.isZero() && isMark(change)) {
            marks = marks == null ? new LinkedHashMap<>() : marks;
            marks.merge(MarkedCell.of(change), change.markedAt(), Math::max);
            if (marks.size() > MAX_MARKS) {
                marks.remove(marks.keySet().iterator().next());
            }
        }
    }

    /** A change is sent, or the client has it otherwise. */
    public void sent(UUID id, long identity) {
        if (!overlap.isZero()) {
            settled = false;
            remember(identity, UuidV7.time(id));
            lastSent = identity;
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
        if (id.compareTo(newest) > 0) {
            newest = id;
            settled = settled && overlap.isZero();
        }
    }

    /**
     * Nothing is missing of what was there at this time. Long enough after the newest change, nothing can become visible before it any more.
     */
    public void verified(Instant at) {
        if (overlap.isZero() || at.isBefore(verified)) {
            return;
        }
        verified = at;
        Duration kept = overlap.multipliedBy(KEPT_OVERLAPS);
        if (at.isAfter(UuidV7.time(newest).plus(kept))) {
            settled = true;
            sent = null;
            marks = null;
        } else if (sent != null) {
            Instant oldest = UuidV7.time(reached()).minus(kept);
            sent.values().removeIf(time -> time.isBefore(oldest));
        }
    }

    /** The cursor with which a client resumes from here. Different after each change that was sent. */
    public FeedCursor cursor() {
        if (settled) {
            return FeedCursor.settledAt(newest);
        }
        if (sent == null) {
            return new FeedCursor(reached(), false, List.of());
        }
        return new FeedCursor(
                reached(), false, sent.size() <= FeedCursor.MAX_SENT ? List.copyOf(sent.keySet()) : newestAndLast());
    }

    private List<Long> newestAndLast() {
        return Stream.concat(
                        Stream.of(lastSent),
                        sent.entrySet().stream()
                                .filter(one -> one.getKey() != lastSent)
                                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                                .map(Map.Entry::getKey))
                .limit(FeedCursor.MAX_SENT)
                .toList();
    }
}
