package dev.tidings.server.schedule;

import dev.tidings.tables.ScheduleCursorRow;
import dev.tidings.widecolumn.Engine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The divisions of the schedule into shards, of which there can be more while it runs. New rows go into the latest that is open; what
 * was put into an earlier one stays there, and all of them are swept for good. So nobody has to know of a new one at once, but those
 * who sweep before those who write: it opens only after a while.
 */
final class Layouts {
    private final Engine engine;
    private final InstantSource clock;
    private final Duration notice;
    private volatile List<Layout> known = List.of();

    /** @param notice how long it takes until every process knows of a new one */
    Layouts(Engine engine, InstantSource clock, Duration notice) {
        this.engine = engine;
        this.clock = clock;
        this.notice = notice;
    }

    List<Layout> all() {
        return known;
    }

    /** The one that new rows go into. */
    Layout open(Instant now) {
        List<Layout> all = known;
        for (int i = all.size() - 1; i > 0; i--) {
            if (!all.get(i).opensAt().isAfter(now)) {
                return all.get(i);
            }
        }
        // The first is open however early the clock is.
        return all.get(0);
    }

    /** Looks for those that others have made. May block. */
    synchronized List<Layout> refresh() {
        List<Layout> found = new ArrayList<>(known);
        for (Optional<Layout> next = find(found.size() + 1); next.isPresent(); next = find(found.size() + 1)) {
            found.add(next.get());
        }
        known = List.copyOf(found);
        return known;
    }

    /** Makes the first one, or one with more shards than the latest has. May block. */
    synchronized Layout grow(int shards) {
        if (shards < 1 || shards > Layout.MOST_SHARDS) {
            throw new IllegalArgumentException("shards: got " + shards + ", expected 1 to " + Layout.MOST_SHARDS);
        }
        while (true) {
            List<Layout> all = refresh();
            if (!all.isEmpty() && all.get(all.size() - 1).shards() >= shards) {
                return all.get(all.size() - 1);
            }
            Instant opensAt = Instant.ofEpochMilli(clock.millis()).plus(all.isEmpty() ? Duration.ZERO : notice);
            Layout next = new Layout(all.size() + 1, shards, opensAt);
            // Whoever loses finds what the winner made, and looks whether that is enough.
            engine.insertIfAbsent(
                            ScheduleCursorRow.TABLE,
                            new ScheduleCursorRow(next.number(), 0, shards, opensAt, null, null, null))
                    .join();
        }
    }

    private Optional<Layout> find(int number) {
        return engine.readOne(ScheduleCursorRow.TABLE.select(ScheduleCursorRow.ONE, number, 0))
                .join()
                .filter(row -> row.shards() != null)
                .map(row -> new Layout(number, row.shards(), row.opensAt()));
    }
}
