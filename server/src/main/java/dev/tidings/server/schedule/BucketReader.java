package dev.tidings.server.schedule;

import dev.tidings.tables.Buckets;
import dev.tidings.tables.ScheduledNotificationRow;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reads the rows of a shard that are to be sent. Before any of them is handed out, the cursor's reach is raised above it, and then
 * they are read once more: whoever wanted to change one of them was either too late, or has left a mark that is seen.
 */
final class BucketReader {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Engine engine;
    private final ShardId shard;
    private final ShardCursor cursor;
    private final int pageSize;
    private final Supplier<Instant> furthest;

    /** Some rows in the order in which they are due; {@code next} is where to go on, null at the end. */
    record Rows(List<ScheduledNotificationRow> rows, String next) {}

    /** @param furthest how far to raise the reach, if it has to be */
    BucketReader(Engine engine, ShardId shard, ShardCursor cursor, int pageSize, Supplier<Instant> furthest) {
        this.engine = engine;
        this.shard = shard;
        this.cursor = cursor;
        this.pageSize = pageSize;
        this.furthest = furthest;
    }

    /** The end of the bucket that this time is in, which a slice must not go beyond. */
    static Instant end(Instant at) {
        return Buckets.startOfMinute(Buckets.minute(at)).plus(MINUTE);
    }

    /** @param after null, or the {@code next} of the same slice */
    Rows read(Instant from, Instant to, String after) {
        while (true) {
            Page<ScheduledNotificationRow> page =
                    engine.read(select(from, to, after)).join();
            if (page.rows().isEmpty() || reaches(last(page))) {
                return new Rows(page.rows(), page.next().orElse(null));
            }
        }
    }

    /** Those of the rows that are there. */
    List<ScheduledNotificationRow> readAll(List<Sweep.Hint> keys) {
        keys.stream().map(Sweep.Hint::at).max(Comparator.naturalOrder()).ifPresent(this::reaches);
        return keys.stream()
                .map(key -> engine.readOne(ScheduledNotificationRow.TABLE.select(
                        ScheduledNotificationRow.ONE,
                        shard.layout(),
                        Buckets.minute(key.at()),
                        shard.shard(),
                        key.at(),
                        key.id())))
                // All are asked before the first is waited for.
                .toList()
                .stream()
                .flatMap(row -> row.join().stream())
                .toList();
    }

    /** False if it had to be raised for it. */
    private boolean reaches(Instant at) {
        if (at.isBefore(cursor.reach())) {
            return true;
        }
        Instant next = at.plusMillis(1);
        Instant far = furthest.get();
        cursor.raise(far.isAfter(next) ? far : next);
        return false;
    }

    private static Instant last(Page<ScheduledNotificationRow> page) {
        return page.rows().get(page.rows().size() - 1).scheduledAt();
    }

    private Select<ScheduledNotificationRow> select(Instant from, Instant to, String after) {
        Select<ScheduledNotificationRow> select = ScheduledNotificationRow.TABLE
                .select(ScheduledNotificationRow.DUE, shard.layout(), Buckets.minute(from), shard.shard())
                .atLeast(from)
                .lessThan(to)
                .limit(pageSize);
        return after == null ? select : select.after(after);
    }
}
