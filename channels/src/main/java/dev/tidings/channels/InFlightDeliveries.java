package dev.tidings.channels;

import dev.tidings.core.delivery.Outcome;
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
 * Counts the deliveries a provider has in flight, for an orderly close; every provider starts its deliveries through it. After close,
 * new deliveries get a retry outcome, those in flight are waited for, and those still without an answer end as unclear.
 */
public final class InFlightDeliveries {
    private final Set<CompletableFuture<Outcome>> outcomes = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** Starts a delivery, unless closed. Its answer or exception becomes the outcome. */
    public CompletableFuture<Outcome> start(Supplier<CompletableFuture<Outcome>> attempt) {
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        // Registered before the check: a concurrent close either sees this delivery, or is seen by it.
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

    /** Waits for the deliveries in flight, up to the timeout. */
    public void close(Duration timeout) {
        closed = true;
        try {
            CompletableFuture.allOf(outcomes.toArray(CompletableFuture<?>[]::new))
                    .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // The remaining deliveries are completed below.
        }
        outcomes.forEach(
                outcome -> outcome.complete(new Outcome.Unclear("closed", "closed before there was an answer")));
    }
}
