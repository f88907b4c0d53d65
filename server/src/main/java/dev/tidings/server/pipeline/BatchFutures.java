package dev.tidings.server.pipeline;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for a batch of futures with a timeout. */
public final class BatchFutures {
    private BatchFutures() {}

    /** Waits until all are done or the timeout has passed, and returns the keys of those not done. */
    public static <T> List<T> awaitAll(Map<T, CompletableFuture<Void>> inFlight, Duration timeout) {
        try {
            CompletableFuture.allOf(inFlight.values().toArray(CompletableFuture[]::new))
                    .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // The result of each is checked by the caller.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return inFlight.entrySet().stream()
                .filter(entry -> !entry.getValue().isDone())
                .map(Map.Entry::getKey)
                .toList();
    }
}
