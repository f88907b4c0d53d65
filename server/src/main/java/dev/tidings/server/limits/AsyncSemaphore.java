package dev.tidings.server.limits;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/**
 * A semaphore whose waiters are futures instead of blocked threads, served in order of arrival. Limits concurrent calls to a provider
 * account and concurrent catch-ups of live sessions.
 */
public final class AsyncSemaphore {
    private static final CompletableFuture<Void> ACQUIRED = CompletableFuture.completedFuture(null);

    private final int permits;
    private final Queue<CompletableFuture<Void>> waiters = new ArrayDeque<>();
    private int inUse;

    public AsyncSemaphore(int permits) {
        this.permits = permits;
    }

    /** Completes when a permit is available. The caller must return it with {@link #release}. */
    public synchronized CompletableFuture<Void> acquire() {
        if (inUse < permits) {
            inUse++;
            return ACQUIRED;
        }
        CompletableFuture<Void> waiter = new CompletableFuture<>();
        waiters.add(waiter);
        return waiter;
    }

    /** The number of callers that wait for a permit. */
    public synchronized int queueLength() {
        return waiters.size();
    }

    public void release() {
        CompletableFuture<Void> next;
        synchronized (this) {
            next = waiters.poll();
            if (next == null) {
                inUse--;
                return;
            }
        }
        // On another thread: the next caller may finish synchronously and call this method again, and recursion would
        // overflow the stack.
        next.completeAsync(() -> null);
    }
}
