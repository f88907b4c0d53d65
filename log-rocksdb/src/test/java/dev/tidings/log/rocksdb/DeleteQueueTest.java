package dev.tidings.log.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.rocksdb.WriteBatchBuffer;
import dev.tidings.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of deletes that wait until the effects of their records are durable. */
class DeleteQueueTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Semaphore syncs = new Semaphore(0);
    private final AtomicInteger synced = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicBoolean failing = new AtomicBoolean();
    private final List<WriteBatchBuffer> passedOn = Collections.synchronizedList(new ArrayList<>());
    private final DeleteQueue queue = new DeleteQueue(this::sync, passedOn::addAll);

    private void sync() {
        syncs.acquireUninterruptibly();
        if (failing.get()) {
            failed.incrementAndGet();
            throw new IllegalStateException("the disk is gone");
        }
        synced.incrementAndGet();
    }

    @AfterEach
    void close() {
        syncs.release(1000);
        assertThat(queue.close(TIMEOUT)).isTrue();
    }

    @Test
    void deletes_arePassedOnAfterTheSync() {
        WriteBatchBuffer keys = keys(16);
        queue.add(keys);
        Await.until(syncs::hasQueuedThreads);
        assertThat(passedOn).as("while the sync runs").isEmpty();
        syncs.release();
        Await.until(() -> passedOn.equals(List.of(keys)));
    }

    @Test
    void deletesDuringASync_waitForTheNext() {
        queue.add(keys(16));
        Await.until(syncs::hasQueuedThreads);
        WriteBatchBuffer late = keys(16);
        queue.add(late);
        syncs.release();
        Await.until(() -> passedOn.size() == 1);
        assertThat(passedOn).doesNotContain(late);
        syncs.release();
        Await.until(() -> passedOn.size() == 2);
    }

    @Test
    void manyDeletes_shareASync() {
        queue.add(keys(16));
        Await.until(syncs::hasQueuedThreads);
        for (int i = 0; i < 100; i++) {
            queue.add(keys(16));
        }
        syncs.release(2);
        Await.until(() -> passedOn.size() == 101);
        assertThat(synced).hasValue(2);
    }

    @Test
    void failedSync_keepsTheDeletesAndIsRetried() {
        failing.set(true);
        queue.add(keys(2 << 20));
        syncs.release();
        Await.until(() -> failed.get() == 1);
        assertThat(passedOn).isEmpty();
        failing.set(false);
        syncs.release();
        Await.until(() -> passedOn.size() == 1);
    }

    @Test
    void close_passesOnAllDeletes() {
        queue.add(keys(16));
        syncs.release(2);
        assertThat(queue.close(TIMEOUT)).isTrue();
        assertThat(passedOn).hasSize(1);
    }

    @Test
    void closeWithAFailingSync_keepsTheRecords() {
        failing.set(true);
        syncs.release(2);
        queue.add(keys(16));
        assertThat(queue.close(TIMEOUT)).isTrue();
        assertThat(passedOn).isEmpty();
    }

    private static WriteBatchBuffer keys(int bytes) {
        WriteBatchBuffer keys = new WriteBatchBuffer(16);
        keys.put(0, new byte[8], new byte[bytes]);
        return keys;
    }
}
