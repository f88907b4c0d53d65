package dev.tidings.log.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.rocksdb.WriteBatchBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests of deletes that are committed without any append, and of their retry. */
class CommitQueueTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final AtomicLong now = new AtomicLong();

    @Test
    void deletesWithoutAppends_areCommitted() {
        CommitQueue queue = new CommitQueue(1 << 20);
        CompletableFuture<CommitQueue.CommitGroup> group = next(queue);
        queue.delete(List.of(new WriteBatchBuffer(16)));
        assertThat(group)
                .succeedsWithin(TIMEOUT)
                .satisfies(found -> assertThat(found.deletes()).hasSize(1));
    }

    @Test
    void failedDeletes_waitForTheirRetry() throws Exception {
        CommitQueue queue = new CommitQueue(1 << 20, now::get);
        WriteBatchBuffer keys = new WriteBatchBuffer(16);
        queue.retry(List.of(keys));
        CommitQueue.PendingAppend append = new CommitQueue.PendingAppend(List.of(), 1);
        assertThat(queue.offer(append)).isEmpty();
        assertThat(queue.next().deletes()).isEmpty();
        now.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(queue.next().deletes()).containsExactly(keys);
    }

    @Test
    void failedDeletesWithoutAppends_areRetried() {
        CommitQueue queue = new CommitQueue(1 << 20);
        WriteBatchBuffer keys = new WriteBatchBuffer(16);
        queue.retry(List.of(keys));
        assertThat(next(queue))
                .succeedsWithin(TIMEOUT)
                .satisfies(found -> assertThat(found.deletes()).containsExactly(keys));
    }

    @Test
    void close_endsAWaitingCommitter() {
        CommitQueue queue = new CommitQueue(1 << 20);
        CompletableFuture<CommitQueue.CommitGroup> group = next(queue);
        queue.close();
        assertThat(group)
                .succeedsWithin(TIMEOUT)
                .satisfies(last -> assertThat(last.last()).isTrue());
    }

    private static CompletableFuture<CommitQueue.CommitGroup> next(CommitQueue queue) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return queue.next();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
