package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.Uninterruptibly;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the calls in flight inside the engine and refuses new ones once it is closing. RocksDB's native memory may only be freed
 * when no call is inside: a use after free would crash the process. Entering and leaving cost one atomic addition each.
 */
final class CallGate {
    /** The sign bit of the count: set once the gate is closing. */
    private static final long CLOSING = Long.MIN_VALUE;

    private final AtomicLong inside = new AtomicLong();
    private final CountDownLatch empty = new CountDownLatch(1);

    /** Admits a call, which then has to {@link #leave}; false once the gate is closing. */
    boolean tryEnter() {
        if (inside.incrementAndGet() > 0) {
            return true;
        }
        leave();
        return false;
    }

    /** Admits more work on behalf of a call that is inside, also while the gate is closing: accepted calls run to their end. */
    void reenter() {
        inside.incrementAndGet();
    }

    void leave() {
        leave(1);
    }

    void leave(int calls) {
        if (inside.addAndGet(-calls) == CLOSING) {
            empty.countDown();
        }
    }

    boolean isClosing() {
        return inside.get() < 0;
    }

    /** The number of calls inside. */
    long callsInFlight() {
        return inside.get() & Long.MAX_VALUE;
    }

    /** Refuses new calls from now on and waits for those inside; false if some have not left within the timeout. */
    boolean close(Duration timeout) {
        if ((inside.getAndUpdate(count -> count | CLOSING) & Long.MAX_VALUE) == 0) {
            empty.countDown();
        }
        return Uninterruptibly.await(timeout, nanos -> empty.await(nanos, TimeUnit.NANOSECONDS));
    }
}
