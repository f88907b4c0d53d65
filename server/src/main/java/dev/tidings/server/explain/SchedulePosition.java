package dev.tidings.server.explain;

import dev.tidings.core.model.UuidV7;
import dev.tidings.server.inbox.InvalidCursorException;
import java.time.Instant;
import java.util.Comparator;
import java.util.UUID;

/** A position in a list of scheduled notifications, after which it continues: the send time and id of a notification. */
record SchedulePosition(Instant at, UUID id) {
    /** Smaller than every id in use. */
    private static final UUID FIRST = UuidV7.smallestAt(Instant.EPOCH);

    /** Ids are compared as text, because {@link UUID#compareTo} takes their halves for signed numbers. */
    private static final Comparator<SchedulePosition> ORDER = Comparator.comparing(SchedulePosition::at)
            .thenComparing(position -> position.id().toString());

    /** The position before everything that is sent at a time or later. */
    static SchedulePosition before(Instant at) {
        return new SchedulePosition(at, FIRST);
    }

    SchedulePosition orLater(SchedulePosition other) {
        return ORDER.compare(this, other) < 0 ? other : this;
    }

    String cursor(String query) {
        return new TimedCursor(at.toEpochMilli(), id).text(query);
    }

    static SchedulePosition parse(String cursor, String query) {
        TimedCursor parsed = TimedCursor.parse(cursor, query);
        if (parsed.time() < 0 || parsed.time() >= 1L << 48) {
            throw new InvalidCursorException();
        }
        return new SchedulePosition(Instant.ofEpochMilli(parsed.time()), parsed.id());
    }
}
