package dev.tidings.channels;

import dev.tidings.core.deliver.Outcome;
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
 * Tries with a library that blocks: on threads of its own, of which there are only so many, and with an outcome in time for each,
 * also if the library does not come back. The time runs from when a try was handed over, waiting for a thread included; a try whose
 * turn does not come in time was certainly not taken. Without work there are no threads.
 */
public final class BlockingTries implements AutoCloseable {
    private static final int KEEP_SECONDS = 10;

    private final ThreadPoolExecutor threads;
    private final ScheduledThreadPoolExecutor timer;
    private final Duration timeout;
    private final Set<Attempt> open = ConcurrentHashMap.newKeySet();

    public BlockingTries(String name, int most, Duration timeout) {
        this.timeout = timeout;
        ThreadFactory factory = work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        };
        threads = new ThreadPoolExecutor(
                most, most, KEEP_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        threads.allowCoreThreadTimeOut(true);
        timer = new ScheduledThreadPoolExecutor(1, factory);
        timer.setKeepAliveTime(KEEP_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        timer.setRemoveOnCancelPolicy(true);
    }

    public CompletableFuture<Outcome> start(Function<Attempt, Outcome> work) {
        Attempt attempt = new Attempt();
        open.add(attempt);
        attempt.outcome().whenComplete((done, failure) -> open.remove(attempt));
        try {
            Future<?> deadline = timer.schedule(attempt::timeOver, timeout.toMillis(), TimeUnit.MILLISECONDS);
            attempt.outcome().whenComplete((done, failure) -> deadline.cancel(false));
            threads.execute(() -> attempt.run(() -> work.apply(attempt)));
        } catch (RejectedExecutionException e) {
            // Closed in this very moment: nothing has begun.
            attempt.outcome().complete(new Outcome.Retry("closed", "the provider is closed"));
        }
        return attempt.outcome();
    }

    /** Does something on a thread of its own after a while, if it is not closed by then. */
    public void later(Duration delay, Runnable work) {
        try {
            timer.schedule(() -> threads.execute(work), delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            // Closed: nobody needs it any more.
        }
    }

    /** Waits for nothing, and leaves nobody blocked: whatever has to be waited for was waited for before. */
    @Override
    public void close() {
        timer.shutdownNow();
        threads.shutdownNow();
        open.forEach(Attempt::timeOver);
    }
}
