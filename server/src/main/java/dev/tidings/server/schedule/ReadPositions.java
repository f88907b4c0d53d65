package dev.tidings.server.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;

/**
 * The recent history of how far a shard has been read. Limits a {@link LateRowScan}: with a delay of ten seconds it may scan as far as the
 * shard had been read ten seconds ago, by the monotonic clock. For one thread.
 */
final class ReadPositions {
    private static final long INTERVAL_NANOS = Duration.ofMillis(50).toNanos();

    private final ArrayDeque<Sample> samples = new ArrayDeque<>();
    private final long keptNanos;

    /** A read position at a moment of the monotonic clock. */
    private record Sample(long nanos, Instant readTo) {}

    ReadPositions(Duration kept) {
        keptNanos = kept.toNanos();
    }

    void add(long nanos, Instant readTo) {
        Sample last = samples.peekLast();
        if (last != null && nanos - last.nanos < INTERVAL_NANOS) {
            return;
        }
        samples.addLast(new Sample(nanos, readTo));
        // The newest sample that is at least that old is still needed.
        while (samples.size() > 1 && nanos - second().nanos >= keptNanos) {
            samples.removeFirst();
        }
    }

    /** The read position that long ago; null if the history does not go back that far. */
    Instant readTo(long nanos, Duration ago) {
        Instant found = null;
        for (Sample sample : samples) {
            if (nanos - sample.nanos < ago.toNanos()) {
                break;
            }
            found = sample.readTo;
        }
        return found;
    }

    void clear() {
        samples.clear();
    }

    private Sample second() {
        var all = samples.iterator();
        all.next();
        return all.next();
    }
}
