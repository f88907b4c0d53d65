package dev.tidings.bench.kit;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;

/** Keeps a fixed number of requests in flight from one thread. Both sides of a comparison use it, so that it costs both the same. */
final class InFlightWindow {
    private final int limit;
    private final Semaphore permits;
    private volatile Throwable failure;

    /** Sends a request asynchronously. */
    interface Request {
        CompletionStage<?> send();
    }

    InFlightWindow(int limit) {
        this.limit = limit;
        this.permits = new Semaphore(limit);
    }

    /** Sends the request as soon as a permit is free. */
    void start(Request request) throws InterruptedException {
        permits.acquire();
        request.send().whenComplete((result, thrown) -> {
            if (thrown != null) {
                failure = thrown;
            }
            permits.release();
        });
    }

    /** Waits for all requests in flight. Fails if any request failed, because a figure with errors in it is meaningless. */
    void await() throws InterruptedException {
        permits.acquire(limit);
        permits.release(limit);
        if (failure != null) {
            throw new IllegalStateException("a request failed: " + failure.getMessage(), failure);
        }
    }
}
