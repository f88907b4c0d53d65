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
 * Reads pages of the rows of one shard that are due within a time range of a minute bucket. Before it returns a row it raises the cursor's
 * reach above it and reads the page again: a concurrent cancel or move was either too late, or has left a mark that the second read sees.
 */
final class BucketReader {
    static final int PAGE = 1_000;

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Engine engine;
    private final ShardId shard;
    private final ShardCursor cursor;
    private final Supplier<Instant> furthest;

    /** A page of rows in the order in which they are due; {@code next} is the page token, null at the end. */
    record Rows(List<ScheduledNotificationRow> rows, String next) {}

    /** @param furthest how far to raise the reach when it has to be raised */
    BucketReader(Engine engine, ShardId shard, ShardCursor cursor, Supplier<Instant> furthest) {
        this.engine = engine;
        this.shard = shard;
        this.cursor = cursor;
        this.furthest = furthest;
    }

    /** The end of the minute bucket of this time; a slice must not cross it. */
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

    /** The rows that exist for these keys. */
    List<ScheduledNotificationRow> readAll(List<RowHint> keys) {
        keys.stream().map(RowHint::at).max(Comparator.naturalOrder()).ifPresent(this::reaches);
        return keys.stream()
                .map(key -> engine.readOne(ScheduledNotificationRow.TABLE.select(
                        ScheduledNotificationRow.ONE,
                        shard.layout(),
                        Buckets.minute(key.at()),
                        shard.shard(),
                        key.at(),
                        key.id())))
                // All reads are started before the first is awaited.
                .toList()
                .stream()
                .flatMap(row -> row.join().stream())
                .toList();
    }

    /** False if the reach had to be raised first. */
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
                .limit(PAGE);
        return after == null ? select : select.after(after);
    }
}
