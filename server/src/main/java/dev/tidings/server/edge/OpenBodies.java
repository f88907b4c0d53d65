package dev.tidings.server.edge;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The bodies that are arriving at one event loop, oldest first. Looked through once a second instead of a timer for each: nearly
 * all are complete long before. Without it, whoever sends a byte a minute would hold its place forever.
 */
final class OpenBodies {
    private final Set<BodyReader> open = new LinkedHashSet<>();
    private final long patienceNanos;

    OpenBodies(Duration patience) {
        this.patienceNanos = patience.toNanos();
    }

    void add(BodyReader body) {
        open.add(body);
    }

    void remove(BodyReader body) {
        open.remove(body);
    }

    void giveUpOnSlowOnes() {
        long now = System.nanoTime();
        List<BodyReader> slow = new ArrayList<>();
        for (BodyReader body : open) {
            if (now - body.startedNanos() < patienceNanos) {
                break;
            }
            slow.add(body);
        }
        slow.forEach(BodyReader::giveUp);
    }
}
