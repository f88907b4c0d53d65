package dev.tidings.log.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.rocksdb.WriteBatchBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests of deletes that wait for a commit without any append. */
class CommitQueueTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final long STEP = TimeUnit.MILLISECONDS.toNanos(10);

    /** Advances with every reading: any two readings of a method are on different sides of some deadline. */
    private final AtomicLong now = new AtomicLong();

    @Test
    void deletesWithoutAppends_areCommittedAfterTheirDelay() {
        for (long step = 1; step <= 20; step++) {
            long advance = step * STEP / 4;
            CommitQueue queue = new CommitQueue(1 << 20, () -> now.addAndGet(advance));
            WriteBatchBuffer keys = new WriteBatchBuffer(16);
            queue.delete(keys);
            assertThat(next(queue))
                    .succeedsWithin(TIMEOUT)
                    .satisfies(group -> assertThat(group.deletes()).isEqualTo(List.of(keys)));
        }
    }

    @Test
    void deletesWhileTheTimerRuns_areCommitted() {
        CommitQueue queue = new CommitQueue(1 << 20);
        CompletableFuture<CommitQueue.CommitGroup> group = next(queue);
        queue.delete(new WriteBatchBuffer(16));
        assertThat(group)
                .succeedsWithin(TIMEOUT)
                .satisfies(found -> assertThat(found.deletes()).hasSize(1));
    }

    @Test
    void failedDeletes_waitForTheirRetryHoweverMany() throws Exception {
        CommitQueue queue = new CommitQueue(1 << 20, now::get);
        WriteBatchBuffer large = new WriteBatchBuffer(16);
        large.put(0, new byte[8], new byte[2 << 20]);
        queue.retry(List.of(large));
        CommitQueue.PendingAppend append = new CommitQueue.PendingAppend(List.of(), 1);
        assertThat(queue.offer(append)).isEmpty();
        assertThat(queue.next().deletes()).isEmpty();
        now.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(queue.next().deletes()).containsExactly(large);
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
