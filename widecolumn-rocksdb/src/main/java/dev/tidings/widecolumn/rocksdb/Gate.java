package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.Uninterruptibly;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the calls that are inside the engine and shuts it to new ones. RocksDB's memory may only be freed once nobody is inside:
 * a call that still used it would take the whole process down. Passing costs one atomic addition each way.
 */
final class Gate {
    /** The sign bit of the count: set once the gate is closing. */
    private static final long CLOSING = Long.MIN_VALUE;

    private final AtomicLong inside = new AtomicLong();
    private final CountDownLatch empty = new CountDownLatch(1);

    /** Lets a call in, which then has to {@link #leave}; false once the gate is closing. */
    boolean tryEnter() {
        if (inside.incrementAndGet() > 0) {
            return true;
        }
        leave();
        return false;
    }

    /** For more work on behalf of a call that is inside: it was accepted, so it is let through to its end. */
    void enterAgain() {
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

    /** How many calls are inside. */
    long calls() {
        return inside.get() & Long.MAX_VALUE;
    }

    /** Lets nobody in from now on and waits for those inside; false if some are still there after this long. */
    boolean close(Duration patience) {
        if ((inside.getAndUpdate(count -> count | CLOSING) & Long.MAX_VALUE) == 0) {
            empty.countDown();
        }
        return Uninterruptibly.await(patience, nanos -> empty.await(nanos, TimeUnit.NANOSECONDS));
    }
}
