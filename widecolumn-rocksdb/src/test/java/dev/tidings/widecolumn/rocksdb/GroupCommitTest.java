package dev.tidings.widecolumn.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.rocksdb.DiskSpaceGuard;
import dev.tidings.rocksdb.WriteBatchBuffer;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.WriteClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

/** Tests of commits on the commit thread and on the threads of callers that wait. */
class GroupCommitTest {
    @TempDir
    Path folder;

    private final CallGate gate = new CallGate();
    private final Queue<Thread> committedBy = new ConcurrentLinkedQueue<>();
    private final Queue<WriteBatchBuffer> committed = new ConcurrentLinkedQueue<>();
    private DiskSpaceGuard diskSpace;

    @BeforeEach
    void open() throws IOException {
        diskSpace = new DiskSpaceGuard(folder, 0, 0);
    }

    private GroupCommit commits(TestStore store) {
        return new GroupCommit(store, gate, new WriteClock(InstantSource.system(), 0), diskSpace, 1 << 20);
    }

    /** A store that records its commits, and has nothing to sync. */
    interface TestStore extends GroupCommit.Store {
        void commit(List<WriteBatchBuffer> changes) throws RocksDBException;

        @Override
        default void commit(List<WriteBatchBuffer> changes, boolean sync) throws RocksDBException {
            commit(changes);
        }

        @Override
        default void sync() {}
    }

    private void record(List<WriteBatchBuffer> changes) {
        committedBy.add(Thread.currentThread());
        committed.addAll(changes);
    }

    private WriteBatchBuffer changes() {
        assertThat(gate.tryEnter()).isTrue();
        return new WriteBatchBuffer(64);
    }

    @Test
    void idleStore_commitsOnTheCallersThread() {
        try (GroupCommit commits = commits(this::record)) {
            assertThat(commits.commitHere(changes())).isCompleted();
        }
        assertThat(committedBy).containsExactly(Thread.currentThread());
    }

    @Test
    void busyStore_queuesTheCaller() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch proceed = new CountDownLatch(1);
        try (GroupCommit commits = commits(changes -> {
            begun.countDown();
            await(proceed);
            record(changes);
        })) {
            CompletableFuture<Void> first = commits.submit(changes());
            begun.await();
            CompletableFuture<Void> second = commits.commitHere(changes());
            CompletableFuture<Void> third = commits.commitHere(changes());
            assertThat(second).isNotDone();
            proceed.countDown();
            CompletableFuture.allOf(first, second, third).join();
        }
        assertThat(committedBy).as("the waiting ones share a commit").hasSize(2).doesNotContain(Thread.currentThread());
    }

    @Test
    void callbackThatWaitsForAWrite_isRefused() {
        CountDownLatch proceed = new CountDownLatch(1);
        try (GroupCommit commits = commits(changes -> {
            await(proceed);
            record(changes);
        })) {
            CompletableFuture<Void> callback = commits.submit(changes())
                    .thenRun(() -> commits.commitHere(changes()).join());
            proceed.countDown();
            assertThat(InsertFutureTest.failure(callback)).hasCauseInstanceOf(IllegalStateException.class);
        }
        assertThat(gate.close(Duration.ofSeconds(10)))
                .as("both calls have left")
                .isTrue();
    }

    @Test
    void failedCommit_reportsAnUnknownOutcome() {
        try (GroupCommit commits = commits(changes -> {
            throw new RocksDBException("the disk is gone");
        })) {
            assertThat(InsertFutureTest.failure(commits.commitHere(changes())))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            e -> assertThat(e.reason()).isEqualTo(StoreException.Reason.UNKNOWN_OUTCOME));
            assertThat(commits.problem()).isPresent();
        }
        assertThat(gate.close(Duration.ofSeconds(10))).as("the call has left").isTrue();
    }

    @Test
    void bothKindsOfCallers_loseNoWrite() throws Exception {
        int writers = 4;
        int each = 2_000;
        try (GroupCommit commits = commits(this::record)) {
            List<Thread> threads = IntStream.range(0, writers)
                    .mapToObj(n -> new Thread(() -> write(commits, n % 2 == 0, each)))
                    .toList();
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
        }
        // Every commit also writes the write time.
        assertThat(committed).hasSize(writers * each + committedBy.size());
        assertThat(gate.close(Duration.ofSeconds(10))).as("every call has left").isTrue();
    }

    private void write(GroupCommit commits, boolean waits, int count) {
        Stream.generate(this::changes).limit(count).forEach(changes -> {
            CompletableFuture<Void> durable = waits ? commits.commitHere(changes) : commits.submit(changes);
            durable.join();
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
