package dev.tidings.server.edge;

import java.util.concurrent.atomic.AtomicLong;

/** A non-blocking counting semaphore: limits requests in flight, bytes of bodies in memory, and connections. */
final class Room {
    private final long max;
    private final AtomicLong taken = new AtomicLong();

    Room(long max) {
        this.max = max;
    }

    boolean take(long amount) {
        if (taken.addAndGet(amount) <= max) {
            return true;
        }
        taken.addAndGet(-amount);
        return false;
    }

    void giveBack(long amount) {
        taken.addAndGet(-amount);
    }

    long taken() {
        return taken.get();
    }
}
