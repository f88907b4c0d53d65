package dev.tidings.channels;

import dev.tidings.core.delivery.Outcome;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Runs attempts of a blocking library on a bounded thread pool, with an outcome in time for each, even if the library does not
 * return. The timeout includes the wait for a thread; an attempt that never starts was certainly not accepted. Idle pools have no
 * threads.
 */
public final class BlockingAttempts implements AutoCloseable {
    private static final int KEEP_ALIVE_SECONDS = 10;

    private final ThreadPoolExecutor threads;
    private final ScheduledThreadPoolExecutor timer;
    private final Duration timeout;
    private final Set<Attempt> open = ConcurrentHashMap.newKeySet();

    public BlockingAttempts(String name, int maxThreads, Duration timeout) {
        this.timeout = timeout;
        ThreadFactory factory = work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        };
        threads = new ThreadPoolExecutor(
                maxThreads, maxThreads, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        threads.allowCoreThreadTimeOut(true);
        timer = new ScheduledThreadPoolExecutor(1, factory);
        timer.setKeepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        timer.setRemoveOnCancelPolicy(true);
    }

    public CompletableFuture<Outcome> start(Function<Attempt, Outcome> work) {
        Attempt attempt = new Attempt();
        open.add(attempt);
        attempt.outcome().whenComplete((done, failure) -> open.remove(attempt));
        try {
            Future<?> deadline = timer.schedule(attempt::onTimeout, timeout.toMillis(), TimeUnit.MILLISECONDS);
            attempt.outcome().whenComplete((done, failure) -> deadline.cancel(false));
            threads.execute(() -> attempt.run(() -> work.apply(attempt)));
        } catch (RejectedExecutionException e) {
            // Closed concurrently: nothing has started.
            attempt.outcome().complete(new Outcome.Retry("closed", "the provider is closed"));
        }
        return attempt.outcome();
    }

    /** Runs the work on a pool thread after a delay, unless closed by then. */
    public void schedule(Duration delay, Runnable work) {
        try {
            timer.schedule(() -> threads.execute(work), delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            // Closed: the work is not needed any more.
        }
    }

    /**
     * Does not wait, and leaves no caller blocked: open attempts end as if timed out. Callers that need their outcomes wait before.
     */
    @Override
    public void close() {
        timer.shutdownNow();
        threads.shutdownNow();
        open.forEach(Attempt::onTimeout);
    }
}
