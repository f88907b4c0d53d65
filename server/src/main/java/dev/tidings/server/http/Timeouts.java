package dev.tidings.server.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Work of one event loop that has to complete in time, such as request bodies: fails what takes longer than the timeout. It is scanned once
 * a second, oldest first, instead of a timer each, since nearly all complete long before.
 */
final class Timeouts {
    /** Work with a time limit. */
    interface Timed {
        long startedNanos();

        void timeOut();
    }

    private final Set<Timed> open = new LinkedHashSet<>();
    private final long timeoutNanos;

    Timeouts(Duration timeout) {
        this.timeoutNanos = timeout.toNanos();
    }

    void add(Timed work) {
        open.add(work);
    }

    void remove(Timed work) {
        open.remove(work);
    }

    void expire() {
        long now = System.nanoTime();
        List<Timed> slow = new ArrayList<>();
        for (Timed work : open) {
            if (now - work.startedNanos() < timeoutNanos) {
                break;
            }
            slow.add(work);
        }
        slow.forEach(Timed::timeOut);
    }
}
