package dev.tidings.server.provider;

import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.server.limits.AsyncSemaphore;
import dev.tidings.server.limits.TokenBucket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * A provider with the limits of its account: concurrency (a semaphore), rate (a token bucket) and a circuit breaker. The delivery stage
 * asks each of them and then calls the provider through it; the outcome is recorded in the circuit breaker and in its health.
 */
public final class LimitedProvider {
    /** Codes that report a full queue on our side or a changed account; they say nothing about the provider. */
    private static final Set<String> LOCAL_CODES = Set.of("busy", "closed");

    /** A batch always fits. */
    private static final int MIN_QUEUE = 512;

    private final String id;
    private final Provider provider;
    private final Duration timeout;
    private final int maxQueued;
    private final AsyncSemaphore concurrency;
    private final TokenBucket tokenBucket;
    private final CircuitBreaker circuitBreaker;
    private final ProviderHealth health;
    private final ProviderMeters.KindMeters meters;

    /**
     * @param id its name in tables, unique across tenants
     * @param timeout how long the provider waits for an answer
     * @param perSecond 0 for unlimited
     */
    LimitedProvider(
            String id,
            Provider provider,
            CallLimits limits,
            InstantSource clock,
            ProviderMeters.KindMeters meters,
            LongSupplier nanos) {
        this.id = id;
        this.provider = provider;
        this.timeout = limits.timeout();
        this.meters = meters;
        this.maxQueued = Math.max(MIN_QUEUE, 2 * limits.maxConcurrent());
        this.concurrency = new AsyncSemaphore(limits.maxConcurrent());
        this.tokenBucket = new TokenBucket(limits.perSecond(), nanos);
        this.circuitBreaker = new CircuitBreaker(nanos);
        this.health = new ProviderHealth(id, clock);
    }

    public String id() {
        return id;
    }

    public Duration timeout() {
        return timeout;
    }

    /** Takes a token of the rate limit and returns the time until it becomes valid. */
    public Duration reserve() {
        return tokenBucket.reserve();
    }

    /** How long the circuit breaker still blocks calls; zero if it is closed. */
    public Duration circuitOpenFor() {
        return circuitBreaker.openFor();
    }

    CircuitBreaker.State circuitState() {
        return circuitBreaker.state();
    }

    /** Whether the queue is full: more deliveries would only wait in memory instead of in the schedule. */
    public boolean isSaturated() {
        return concurrency.queueLength() >= maxQueued;
    }

    /** Whether the circuit breaker permits a call; if so, {@link #call} or {@link #release} has to follow. */
    public boolean tryAcquire() {
        return circuitBreaker.tryAcquire();
    }

    public void release() {
        circuitBreaker.release();
    }

    /** Waits for a permit of the concurrency limit, then makes the call. */
    public CompletableFuture<Outcome> call(ProviderCall call) {
        return concurrency.acquire().thenCompose(inside -> measured(call)).whenComplete((outcome, failure) -> {
            concurrency.release();
            // Providers always answer with an outcome; an exception or null comes from our own code.
            if (outcome == null) {
                circuitBreaker.release();
            } else {
                record(outcome);
            }
        });
    }

    private void record(Outcome outcome) {
        boolean isFailure = isProviderFailure(outcome);
        circuitBreaker.record(isFailure);
        if (isFailure) {
            health.failed((Outcome.Failure) outcome, !circuitBreaker.openFor().isZero());
        } else if (!isLocal(outcome)) {
            health.answered();
        }
    }

    public ProviderState state() {
        return health.state(circuitBreaker.openFor());
    }

    private CompletableFuture<Outcome> measured(ProviderCall call) {
        long start = System.nanoTime();
        return call.call(provider).whenComplete((outcome, failure) -> {
            if (outcome != null) {
                meters.called(outcome, System.nanoTime() - start);
            }
        });
    }

    /** A call to the provider, made when the concurrency limit has granted a permit. */
    public interface ProviderCall {
        /** Completes with null if the provider was not called. */
        CompletableFuture<Outcome> call(Provider provider);
    }

    /** Whether the provider has a problem, and not only this delivery. */
    private static boolean isProviderFailure(Outcome outcome) {
        return outcome instanceof Outcome.Retry && !isLocal(outcome) || outcome instanceof Outcome.Unclear;
    }

    private static boolean isLocal(Outcome outcome) {
        return outcome instanceof Outcome.Retry retry && LOCAL_CODES.contains(retry.code());
    }
}
