package dev.tidings.bench.kit;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;

/** Keeps a fixed number of requests under way from one thread; both sides of a comparison use it, so it costs both the same. */
final class InFlight {
    private final int most;
    private final Semaphore free;
    private volatile Throwable failure;

    interface Request {
        CompletionStage<?> send();
    }

    InFlight(int most) {
        this.most = most;
        this.free = new Semaphore(most);
    }

    /** Sends it as soon as there is room. */
    void start(Request request) throws InterruptedException {
        free.acquire();
        request.send().whenComplete((result, thrown) -> {
            if (thrown != null) {
                failure = thrown;
            }
            free.release();
        });
    }

    /** Waits for all that is under way; fails if any request has: a figure with errors in it means nothing. */
    void await() throws InterruptedException {
        free.acquire(most);
        free.release(most);
        if (failure != null) {
            throw new IllegalStateException("a request failed: " + failure.getMessage(), failure);
        }
    }
}
