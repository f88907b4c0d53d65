package dev.tidings.server.schedule;

import dev.tidings.server.pipeline.NewerVersionWarnings;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.Retention;
import java.time.Instant;
import java.util.TreeSet;

/**
 * The rows of a shard that a newer version of Tidings has written and the sweep leaves alone. The stored cursor stays in front of the first
 * of them until it expires, so that a newer version finds them; the sweep itself goes on. For one thread.
 */
final class LeftRows {
    /** By minute: at most as many as rows are kept for. */
    private final TreeSet<Long> minutes = new TreeSet<>();

    void add(DueRow due) {
        minutes.add(Buckets.minute(due.at()));
        NewerVersionWarnings.found("rows of the schedule");
    }

    /** The start of the first minute with such rows; null if there is none. */
    Instant oldest(Instant now) {
        minutes.headSet(Buckets.minute(now.minus(Retention.SCHEDULE))).clear();
        return minutes.isEmpty() ? null : Buckets.startOfMinute(minutes.first());
    }
}
