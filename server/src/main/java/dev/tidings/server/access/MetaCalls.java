package dev.tidings.server.access;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Runs calls that block on threads of their own, so that event loops never wait; only so many, so that they never pile up. */
public final class MetaCalls implements AutoCloseable {
    private final ThreadPoolExecutor threads;

    /** @param name what its threads are called */
    public MetaCalls(String name, int threadCount, int mostWaiting) {
        AtomicInteger count = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                threadCount, threadCount, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(mostWaiting), task -> {
                    Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /** Fails with {@link RejectedExecutionException} if too many are waiting already; then nothing was done. */
    public <T> CompletableFuture<T> call(Supplier<T> call) {
        try {
            return CompletableFuture.supplyAsync(call, threads);
        } catch (RejectedExecutionException full) {
            return CompletableFuture.failedFuture(full);
        }
    }

    /** Lets what is under way finish, for a while. */
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
