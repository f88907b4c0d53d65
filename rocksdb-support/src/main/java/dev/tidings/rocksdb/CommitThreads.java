package dev.tidings.rocksdb;

import dev.tidings.widecolumn.Uninterruptibly;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * The two threads of a group commit. One commits group after group, each with one fsync; while a group is being synced, the next one
 * gathers, so that groups grow with the load. The other completes the futures of large groups, so that callbacks of callers do not delay
 * the next commit; for a small group, waking it would cost more than the callbacks. The queue of waiting writes belongs to the store.
 */
public final class CommitThreads {
    /** Takes the next group of waiting writes from a store's queue and commits it; called in a loop by the commit thread. */
    public interface GroupCommitter {
        /** Waits for the next group and commits it; false if it was the last. A failed commit is handled, not thrown. */
        boolean commitNext() throws InterruptedException;
    }

    /** The size of a group up to which the commit thread completes its futures itself. A larger one may have much work behind them. */
    private static final int MAX_INLINE_BYTES = 4 << 10;

    private final Thread committer;
    private final ExecutorService acks;
    private volatile Thread acksThread;
    /** The number of groups that wait for the second thread or are being completed by it. */
    private final AtomicInteger handedOver = new AtomicInteger();

    /** @param name the common start of the names of both threads */
    public CommitThreads(String name, GroupCommitter groups) {
        committer = DaemonThreads.named(name + "-commit").newThread(() -> run(groups));
        acks = Executors.newSingleThreadExecutor(work -> {
            acksThread = DaemonThreads.named(name + "-acks").newThread(work);
            return acksThread;
        });
    }

    public void start() {
        committer.start();
    }

    private static void run(GroupCommitter groups) {
        try {
            boolean more = true;
            while (more) {
                more = groups.commitNext();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("the committer thread was interrupted", e);
        }
    }

    /**
     * Completes the futures of a group, in the order of the commits.
     *
     * @param bytes the size of the group
     * @param future the future of a write
     * @param failure the failure of the commit; null if it succeeded
     */
    public <W> void acknowledge(
            List<W> group, long bytes, Function<W, CompletableFuture<Void>> future, Throwable failure) {
        // No group overtakes one that the other thread still completes.
        if (bytes <= MAX_INLINE_BYTES && handedOver.get() == 0) {
            complete(group, future, failure);
            return;
        }
        handedOver.incrementAndGet();
        acks.execute(() -> {
            complete(group, future, failure);
            handedOver.decrementAndGet();
        });
    }

    /** Whether the caller is one of these threads, and must not wait for a commit. */
    public boolean isOwnThread() {
        Thread current = Thread.currentThread();
        return current == committer || current == acksThread;
    }

    private static <W> void complete(List<W> group, Function<W, CompletableFuture<Void>> future, Throwable failure) {
        for (W write : group) {
            if (failure == null) {
                future.apply(write).complete(null);
            } else {
                future.apply(write).completeExceptionally(failure);
            }
        }
    }

    /**
     * Waits until the last group is committed and acknowledged. The store must have ended its queue before.
     *
     * @param timeout the timeout of each thread
     * @return false if one of them timed out
     */
    public boolean close(Duration timeout) {
        boolean stopped = Uninterruptibly.await(timeout, nanos -> {
            TimeUnit.NANOSECONDS.timedJoin(committer, nanos);
            return !committer.isAlive();
        });
        acks.shutdown();
        return Uninterruptibly.await(timeout, nanos -> acks.awaitTermination(nanos, TimeUnit.NANOSECONDS)) && stopped;
    }
}
