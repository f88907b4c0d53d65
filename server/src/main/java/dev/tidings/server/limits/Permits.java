package dev.tidings.server.limits;

import java.util.concurrent.atomic.AtomicLong;

/** A non-blocking counting semaphore: limits requests in flight, bytes of bodies in memory, and connections. */
public final class Permits {
    private final long max;
    private final AtomicLong taken = new AtomicLong();

    public Permits(long max) {
        this.max = max;
    }

    public boolean tryAcquire(long amount) {
        if (taken.addAndGet(amount) <= max) {
            return true;
        }
        taken.addAndGet(-amount);
        return false;
    }

    public void release(long amount) {
        taken.addAndGet(-amount);
    }

    public long used() {
        return taken.get();
    }
}
