package dev.tidings.server.edge;

import java.util.concurrent.atomic.AtomicLong;

/** So much of something and no more: requests under way, bytes of bodies in memory, connections. */
final class Room {
    private final long most;
    private final AtomicLong taken = new AtomicLong();

    Room(long most) {
        this.most = most;
    }

    boolean take(long amount) {
        if (taken.addAndGet(amount) <= most) {
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
