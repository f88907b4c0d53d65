package dev.tidings.server.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;

/**
 * How far a shard had been read at moments of the past, by a clock that nobody sets: a look that follows a while behind must not
 * catch up because the other clock was set forward. For one thread.
 */
final class Samples {
    private static final long APART_NANOS = Duration.ofMillis(50).toNanos();

    private final ArrayDeque<Sample> samples = new ArrayDeque<>();
    private final long keptNanos;

    private record Sample(long nanos, Instant readTo) {}

    Samples(Duration kept) {
        keptNanos = kept.toNanos();
    }

    void add(long nanos, Instant readTo) {
        Sample last = samples.peekLast();
        if (last != null && nanos - last.nanos < APART_NANOS) {
            return;
        }
        samples.addLast(new Sample(nanos, readTo));
        // The first of those that are old enough for everybody is still of use.
        while (samples.size() > 1 && nanos - second().nanos >= keptNanos) {
            samples.removeFirst();
        }
    }

    /** How far it had been read so long ago; null if that is not known. */
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
