package dev.tidings.channels;

import dev.tidings.core.deliver.Outcome;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * What a provider has under way, so that it can be closed as the port asks: who comes after the closing is told to try again, who
 * was before is waited for, and who has no answer even then is told that nobody knows.
 */
public final class UnderWay {
    private final Set<CompletableFuture<Outcome>> outcomes = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** Starts a try, unless it is closed. What it answers or throws, and when, is the outcome. */
    public CompletableFuture<Outcome> start(Supplier<CompletableFuture<Outcome>> attempt) {
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        // Known before the closing is looked for: whoever closes either sees it, or is seen.
        outcomes.add(outcome);
        outcome.whenComplete((done, failure) -> outcomes.remove(outcome));
        if (closed) {
            outcome.complete(new Outcome.Retry("closed", "the provider is closed"));
            return outcome;
        }
        try {
            attempt.get().whenComplete((done, failure) -> {
                if (failure == null) {
                    outcome.complete(done);
                } else {
                    outcome.completeExceptionally(failure);
                }
            });
        } catch (RuntimeException | Error e) {
            outcome.completeExceptionally(e);
        }
        return outcome;
    }

    public Optional<String> problem() {
        return closed ? Optional.of("closed") : Optional.empty();
    }

    /** Waits for what is under way, so long at the most. */
    public void close(Duration patience) {
        closed = true;
        try {
            CompletableFuture.allOf(outcomes.toArray(CompletableFuture<?>[]::new))
                    .get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // What is left gets its answer all the same.
        }
        outcomes.forEach(
                outcome -> outcome.complete(new Outcome.Unclear("closed", "closed before there was an answer")));
    }
}
