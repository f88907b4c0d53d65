package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads that read, with a bounded number of reads waiting for them. */
final class ReadPool implements Executor, AutoCloseable {
    private static final int MAX_WAITING = 10_000;

    private final AtomicInteger number = new AtomicInteger();
    private final ThreadPoolExecutor threads;

    ReadPool(int size) {
        threads = new ThreadPoolExecutor(
                size,
                size,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MAX_WAITING),
                task -> new Thread(task, "tidings-read-" + number.incrementAndGet()));
    }

    /** @throws StoreException if the read can't be taken */
    @Override
    public void execute(Runnable read) {
        try {
            threads.execute(read);
        } catch (RejectedExecutionException e) {
            throw threads.isShutdown()
                    ? new StoreException(Reason.CLOSED, "the engine is closed")
                    : new StoreException(
                            Reason.OVERLOADED, MAX_WAITING + " reads are waiting, which is the bound; try again later");
        }
    }

    /** Finishes the reads that were taken. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            threads.awaitTermination(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
