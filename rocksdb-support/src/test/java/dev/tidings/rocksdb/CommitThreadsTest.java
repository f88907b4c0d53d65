package dev.tidings.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Tests of the threads of a group commit. */
class CommitThreadsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final long LARGE = 1 << 20;

    /** The groups to commit; an empty one is the last. */
    private final BlockingQueue<List<CompletableFuture<Void>>> groups = new LinkedBlockingQueue<>();

    private final CommitThreads threads = new CommitThreads("test", this::commitNext);
    private Throwable failure;

    private boolean commitNext() throws InterruptedException {
        List<CompletableFuture<Void>> group = groups.take();
        threads.acknowledge(group, group.size() > 1 ? LARGE : 0, Function.identity(), failure);
        return !group.isEmpty();
    }

    /** A group that is too large to be completed by the commit thread. */
    private static List<CompletableFuture<Void>> large(CompletableFuture<Void> write) {
        return List.of(write, new CompletableFuture<>());
    }

    private static CompletableFuture<String> thread(CompletableFuture<Void> write) {
        return write.thenApply(done -> Thread.currentThread().getName());
    }

    @Test
    void largeGroup_isAcknowledgedOnAThreadOfItsOwn() {
        CompletableFuture<Void> write = new CompletableFuture<>();
        CompletableFuture<String> thread = thread(write);
        groups.add(large(write));
        threads.start();
        assertThat(thread.join()).isEqualTo("test-acks");
        close();
    }

    @Test
    void smallGroup_isAcknowledgedByTheCommitThread() {
        CompletableFuture<Void> write = new CompletableFuture<>();
        CompletableFuture<String> thread = thread(write);
        groups.add(List.of(write));
        threads.start();
        assertThat(thread.join()).isEqualTo("test-commit");
        close();
    }

    @Test
    void failure_reachesEveryWriteOfTheGroup() {
        failure = new IllegalStateException("the disk is gone");
        List<CompletableFuture<Void>> writes = List.of(new CompletableFuture<>(), new CompletableFuture<>());
        groups.add(writes);
        threads.start();
        for (CompletableFuture<Void> write : writes) {
            assertThatThrownBy(write::join).hasCause(failure);
        }
        close();
    }

    @Test
    void slowCallback_doesNotDelayTheNextCommit() throws Exception {
        CountDownLatch proceed = new CountDownLatch(1);
        CompletableFuture<Void> slow = new CompletableFuture<>();
        CompletableFuture<Void> callback = slow.thenRun(() -> await(proceed));
        CompletableFuture<Void> next = new CompletableFuture<>();
        groups.add(large(slow));
        groups.add(List.of(next));
        threads.start();
        long end = System.nanoTime() + TIMEOUT.toNanos();
        while (!groups.isEmpty()) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.sleep(1);
        }
        assertThat(next).as("acknowledged in order").isNotDone();
        proceed.countDown();
        next.join();
        assertThat(callback).isDone();
        close();
    }

    @Test
    void close_acknowledgesTheLastGroups() {
        List<CompletableFuture<Void>> writes = List.of(new CompletableFuture<>(), new CompletableFuture<>());
        writes.forEach(write -> groups.add(List.of(write)));
        threads.start();
        close();
        assertThat(writes).allMatch(CompletableFuture::isDone);
    }

    @Test
    void close_timesOutWhileACommitRuns() {
        threads.start();
        assertThat(threads.close(Duration.ofMillis(20))).isFalse();
    }

    private void close() {
        groups.add(List.of());
        assertThat(threads.close(TIMEOUT)).isTrue();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
