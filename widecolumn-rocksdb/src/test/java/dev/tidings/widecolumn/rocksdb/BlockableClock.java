package dev.tidings.widecolumn.rocksdb;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;

/** A clock that can be blocked: reader threads that ask for the time then wait in the middle of a call. */
final class BlockableClock implements InstantSource {
    private volatile CountDownLatch held = new CountDownLatch(0);
    private volatile CountDownLatch asked = new CountDownLatch(0);

    void hold() {
        asked = new CountDownLatch(1);
        held = new CountDownLatch(1);
    }

    /** Waits until a reader thread is blocked. */
    void awaitReader() throws InterruptedException {
        asked.await();
    }

    void release() {
        held.countDown();
    }

    @Override
    public Instant instant() {
        if (Thread.currentThread().getName().startsWith("tidings-read")) {
            asked.countDown();
            try {
                held.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return Instant.now();
    }
}
