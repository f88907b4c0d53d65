package dev.tidings.server.schedule;

import dev.tidings.tables.ScheduleCursorRow;
import dev.tidings.widecolumn.CertainInserts;
import dev.tidings.widecolumn.Engine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads and adds the layouts of the schedule, and tells which one takes new rows: the latest that is open. Rows stay in their layout, and
 * all layouts are swept forever. A new layout opens only after a notice period, so that every sweeper knows it before the first row is
 * written.
 */
final class ShardLayouts {
    private final Engine engine;
    private final InstantSource clock;
    private final Duration notice;
    private volatile List<ShardLayout> known = List.of();

    /** @param notice how long it takes until every process knows a new layout */
    ShardLayouts(Engine engine, InstantSource clock, Duration notice) {
        this.engine = engine;
        this.clock = clock;
        this.notice = notice;
    }

    List<ShardLayout> all() {
        return known;
    }

    /** The layout that new rows go into. */
    ShardLayout open(Instant now) {
        List<ShardLayout> all = known;
        for (int i = all.size() - 1; i > 0; i--) {
            if (!all.get(i).opensAt().isAfter(now)) {
                return all.get(i);
            }
        }
        // The first is always open, even if the clock is early.
        return all.get(0);
    }

    /** Finds layouts that other processes have created. May block. */
    synchronized List<ShardLayout> refresh() {
        List<ShardLayout> found = new ArrayList<>(known);
        for (Optional<ShardLayout> next = find(found.size() + 1); next.isPresent(); next = find(found.size() + 1)) {
            found.add(next.get());
        }
        known = List.copyOf(found);
        return known;
    }

    /** Creates the first layout, or one with more shards than the latest. May block. */
    synchronized ShardLayout grow(int shards) {
        if (shards < 1 || shards > ShardLayout.MAX_SHARDS) {
            throw new IllegalArgumentException("shards: got " + shards + ", expected 1 to " + ShardLayout.MAX_SHARDS);
        }
        while (true) {
            List<ShardLayout> all = refresh();
            if (!all.isEmpty() && all.get(all.size() - 1).shards() >= shards) {
                return all.get(all.size() - 1);
            }
            Instant opensAt = Instant.ofEpochMilli(clock.millis()).plus(all.isEmpty() ? Duration.ZERO : notice);
            ShardLayout next = new ShardLayout(all.size() + 1, shards, opensAt);
            // The loser of a race finds the winner's layout and checks whether that is large enough.
            CertainInserts.insertIfAbsent(
                            engine,
                            ScheduleCursorRow.TABLE,
                            new ScheduleCursorRow(next.number(), 0, shards, opensAt, null, null, null))
                    .join();
        }
    }

    private Optional<ShardLayout> find(int number) {
        return engine.readOne(ScheduleCursorRow.TABLE.select(ScheduleCursorRow.ONE, number, 0))
                .join()
                .filter(row -> row.shards() != null)
                .map(row -> new ShardLayout(number, row.shards(), row.opensAt()));
    }
}
