package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import dev.tidings.widecolumn.Uninterruptibly;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The pool of threads that execute reads which have to wait for the disk, with a bounded queue. A read takes some microseconds, so the cost
 * of the hand-over matters: a fork-join pool needs no lock shared by all callers and readers.
 */
final class ReadPool implements Executor, AutoCloseable {
    private static final int MAX_WAITING = 10_000;

    private final AtomicInteger waiting = new AtomicInteger();
    private final ForkJoinPool threads;

    ReadPool(int size) {
        threads = new ForkJoinPool(size, ReadPool::thread, null, true);
    }

    /** @throws StoreException if the queue is full or the pool is closed */
    @Override
    public void execute(Runnable read) {
        if (waiting.incrementAndGet() > MAX_WAITING) {
            waiting.decrementAndGet();
            throw new StoreException(
                    Reason.OVERLOADED, MAX_WAITING + " reads are waiting, which is the limit; retry later");
        }
        try {
            threads.execute(() -> {
                waiting.decrementAndGet();
                read.run();
            });
        } catch (RejectedExecutionException e) {
            waiting.decrementAndGet();
            throw new StoreException(Reason.CLOSED, "the engine is closed");
        }
    }

    private static ForkJoinWorkerThread thread(ForkJoinPool pool) {
        ForkJoinWorkerThread thread = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
        thread.setName("tidings-read-" + thread.getPoolIndex());
        return thread;
    }

    /**
     * Must be called when no read is waiting any more: a fork-join pool that is shut down while it looks idle can lose a task
     * that is submitted at that moment.
     */
    @Override
    public void close() {
        threads.shutdown();
        Uninterruptibly.await(
                RocksEngine.THREADS_TIMEOUT, nanos -> threads.awaitTermination(nanos, TimeUnit.NANOSECONDS));
    }
}
