package dev.tidings.widecolumn.rocksdb;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whether it is worth looking in memory first. Where most of what is read has to come from the disk, the look is lost time; then
 * only one read in so many tries, to notice when that changes. Not exact under concurrency, and need not be.
 */
final class MemoryLuck {
    /** One try in so many while luck is out. */
    private static final int PROBE = 16;

    private static final int MOST = 64;

    /** Up with every success, down faster with every miss: below 0 more than a third have missed. */
    private volatile int score = MOST;

    private final AtomicInteger turn = new AtomicInteger();

    boolean worthTrying() {
        return score >= 0 || turn.incrementAndGet() % PROBE == 0;
    }

    void tried(boolean found) {
        int now = score;
        int next = found ? Math.min(MOST, now + 1) : Math.max(-MOST, now - 2);
        if (next != now) {
            score = next;
        }
    }
}
