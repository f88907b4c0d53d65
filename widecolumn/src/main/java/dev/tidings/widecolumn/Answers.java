package dev.tidings.widecolumn;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/**
 * Futures that fail with what happened and not with a wrapper around it, so that a caller can ask a failure for its reason however
 * many steps it has passed through.
 */
public final class Answers {
    private Answers() {}

    /** The mapped result, or the cause of the failure. */
    public static <T, U> CompletableFuture<U> map(
            CompletableFuture<T> future, Function<? super T, ? extends U> mapping) {
        return map(future, mapping, failure -> failure);
    }

    /** The mapped result, or the mapped cause of the failure. Completing it by hand does not touch what it was made from. */
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
                    answer.completeExceptionally(failureMapping.apply(cause(failure)));
                }
            } catch (RuntimeException | Error e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    /** What really went wrong. */
    public static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
