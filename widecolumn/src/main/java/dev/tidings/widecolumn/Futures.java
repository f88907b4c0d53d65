package dev.tidings.widecolumn;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Helpers for {@link CompletableFuture}s: map a result without wrapping its failure in a CompletionException, unwrap a failure, and await
 * several futures with a timeout.
 */
public final class Futures {
    private Futures() {}

    /** The mapped result, or the unwrapped failure. */
    public static <T, U> CompletableFuture<U> map(
            CompletableFuture<T> future, Function<? super T, ? extends U> mapping) {
        return map(future, mapping, failure -> failure);
    }

    /** The mapped result, or the mapped unwrapped failure. Completing it directly does not affect its source. */
    public static <T, U> CompletableFuture<U> map(
            CompletableFuture<T> future,
            Function<? super T, ? extends U> mapping,
            Function<Throwable, ? extends Throwable> failureMapping) {
        CompletableFuture<U> answer = new CompletableFuture<>();
        future.whenComplete((result, failure) -> {
            try {
                if (failure == null) {
                    answer.complete(mapping.apply(result));
                } else {
                    answer.completeExceptionally(failureMapping.apply(unwrap(failure)));
                }
            } catch (RuntimeException | Error e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    /** Unwraps a CompletionException. */
    public static Throwable unwrap(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

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
