package dev.tidings.log.rocksdb;

import dev.tidings.rocksdb.DaemonThreads;
import dev.tidings.rocksdb.WriteBatchBuffer;
import dev.tidings.widecolumn.Uninterruptibly;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queue of deletes of acknowledged records. They gather for 50 milliseconds; then the effects of their records are made durable with one
 * sync for all of them, and only then they are passed on to be committed. The sync has a thread of its own, so that no append waits for it.
 */
final class DeleteQueue {
    private static final Logger LOG = LoggerFactory.getLogger(DeleteQueue.class);
    private static final int MAX_BYTES = 1 << 20;
    private static final long DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long RETRY_DELAY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Runnable syncEffects;
    private final Consumer<List<WriteBatchBuffer>> durable;
    private final Thread thread = DaemonThreads.named("tidings-log-sync").newThread(this::run);
    private List<WriteBatchBuffer> waiting = new ArrayList<>();
    private long bytes;
    private boolean failed;
    private boolean closed;

    /**
     * @param syncEffects makes durable what consumers wrote for acknowledged records; may throw
     * @param durable receives deletes whose records are no longer needed
     */
    DeleteQueue(Runnable syncEffects, Consumer<List<WriteBatchBuffer>> durable) {
        this.syncEffects = syncEffects;
        this.durable = durable;
        thread.start();
    }

    /** Queues deletes. After close they are dropped: the records are redelivered, as after a crash. */
    synchronized void add(WriteBatchBuffer keys) {
        waiting.add(keys);
        bytes += keys.bytes();
        if (waiting.size() == 1 || bytes >= MAX_BYTES) {
            notifyAll();
        }
    }

    private void run() {
        try {
            boolean last;
            do {
                last = awaitDue();
                sync();
            } while (!last);
        } catch (InterruptedException e) {
            throw new IllegalStateException("the sync thread of the log was interrupted", e);
        }
    }

    /** Waits for deletes, then for more of them; true after close. */
    private synchronized boolean awaitDue() throws InterruptedException {
        while (waiting.isEmpty() && !closed) {
            wait();
        }
        // After a failure the pause is kept, however many deletes there are.
        long end = System.nanoTime() + (failed ? RETRY_DELAY_NANOS : DELAY_NANOS);
        long left = end - System.nanoTime();
        while (left > 0 && !closed && (failed || bytes < MAX_BYTES)) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = end - System.nanoTime();
        }
        return closed;
    }

    /** Keeps the deletes if the effects of their records could not be made durable: the records are still needed. */
    private void sync() {
        List<WriteBatchBuffer> due = take();
        if (due.isEmpty()) {
            return;
        }
        try {
            syncEffects.run();
            failed = false;
            durable.accept(due);
        } catch (RuntimeException | Error e) {
            if (!failed) {
                LOG.warn("the effects of acknowledged records could not be synced; the records are kept, retrying", e);
            }
            failed = true;
            due.forEach(this::add);
        }
    }

    private synchronized List<WriteBatchBuffer> take() {
        List<WriteBatchBuffer> taken = waiting;
        waiting = new ArrayList<>();
        bytes = 0;
        return taken;
    }

    /** Syncs the effects once more and passes on all deletes, then stops; false on timeout. */
    boolean close(Duration timeout) {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        return Uninterruptibly.await(timeout, nanos -> {
            TimeUnit.NANOSECONDS.timedJoin(thread, nanos);
            return !thread.isAlive();
        });
    }
}
