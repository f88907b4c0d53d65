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
 * The threads that read, with a bounded number of reads waiting for them. A read takes some microseconds, so what it costs to
 * hand it over counts: a fork-join pool does that without a lock that all callers and readers meet at.
 */
final class ReadPool implements Executor, AutoCloseable {
    private static final int MAX_WAITING = 10_000;

    private final AtomicInteger waiting = new AtomicInteger();
    private final ForkJoinPool threads;

    ReadPool(int size) {
        threads = new ForkJoinPool(size, ReadPool::thread, null, true);
    }

    /** @throws StoreException if the read can't be taken */
    @Override
    public void execute(Runnable read) {
        if (waiting.incrementAndGet() > MAX_WAITING) {
            waiting.decrementAndGet();
            throw new StoreException(
                    Reason.OVERLOADED, MAX_WAITING + " reads are waiting, which is the bound; try again later");
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
     * To be called when no read is waiting any more: a fork-join pool that is shut down while it looks idle can lose one that
     * comes in at that moment.
     */
    @Override
    public void close() {
        threads.shutdown();
        Uninterruptibly.await(
                RocksEngine.THREADS_END_WITHIN, nanos -> threads.awaitTermination(nanos, TimeUnit.NANOSECONDS));
    }
}
