package dev.tidings.server.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The incomplete request bodies of one event loop: fails those that take longer than the timeout. It is scanned once a second, oldest body
 * first, instead of a timer per body, since nearly all complete long before.
 */
final class BodyTimeouts {
    private final Set<BodyReader> open = new LinkedHashSet<>();
    private final long timeoutNanos;

    BodyTimeouts(Duration timeout) {
        this.timeoutNanos = timeout.toNanos();
    }

    void add(BodyReader body) {
        open.add(body);
    }

    void remove(BodyReader body) {
        open.remove(body);
    }

    void expireSlowBodies() {
        long now = System.nanoTime();
        List<BodyReader> slow = new ArrayList<>();
        for (BodyReader body : open) {
            if (now - body.startedNanos() < timeoutNanos) {
                break;
            }
            slow.add(body);
        }
        slow.forEach(BodyReader::timeOut);
    }
}
