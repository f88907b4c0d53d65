package dev.tidings.widecolumn.rocksdb;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tracks the hit rate of reads from memory and decides whether to try memory first. If most reads miss, the attempt is wasted
 * time; then only one read in {@link #PROBE_INTERVAL} tries, to notice when that changes. Not exact under concurrency, and need
 * not be.
 */
final class CacheHitTracker {
    /** While most reads miss, one in this many still tries. */
    private static final int PROBE_INTERVAL = 16;

    private static final int MAX_SCORE = 64;

    /** Up by one with every hit, down by two with every miss: below 0 if more than a third have missed. */
    private volatile int score = MAX_SCORE;

    private final AtomicInteger reads = new AtomicInteger();

    boolean shouldTryMemory() {
        return score >= 0 || reads.incrementAndGet() % PROBE_INTERVAL == 0;
    }

    void record(boolean found) {
        int now = score;
        int next = found ? Math.min(MAX_SCORE, now + 1) : Math.max(-MAX_SCORE, now - 2);
        if (next != now) {
            score = next;
        }
    }
}
