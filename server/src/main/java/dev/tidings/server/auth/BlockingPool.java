package dev.tidings.server.auth;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A thread pool for blocking calls, so that event loops never wait; its queue is bounded and rejects when full. */
public final class BlockingPool implements AutoCloseable {
    private final ThreadPoolExecutor threads;

    /** @param name the prefix of its threads' names */
    public BlockingPool(String name, int threadCount, int maxQueued) {
        AtomicInteger count = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                threadCount, threadCount, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(maxQueued), task -> {
                    Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /** Fails with {@link RejectedExecutionException} if the queue is full; then nothing was done. */
    public <T> CompletableFuture<T> submit(Supplier<T> call) {
        try {
            return CompletableFuture.supplyAsync(call, threads);
        } catch (RejectedExecutionException full) {
            return CompletableFuture.failedFuture(full);
        }
    }

    /** Lets queued and running calls finish for up to ten seconds, then interrupts them. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
