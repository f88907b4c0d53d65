package dev.tidings.server.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.delivery.Outcome;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests of the circuit breaker's input: only failures of the provider count. */
class LimitedProviderTest {
    private static final ProviderMeters.KindMeters METERS =
            new ProviderMeters(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT)).of("sample");

    private final AtomicLong nanos = new AtomicLong();
    private final LimitedProvider provider = new LimitedProvider(
            "acme/p", null, new CallLimits(Duration.ofSeconds(1), 10, 0), Clock.systemUTC(), METERS, nanos::get);

    private void call(CompletableFuture<Outcome> answer) {
        assertThat(provider.tryAcquire()).isTrue();
        provider.call(provider -> answer);
    }

    private static CompletableFuture<Outcome> says(Outcome outcome) {
        return CompletableFuture.completedFuture(outcome);
    }

    @Test
    void localFailure_doesNotOpenTheBreaker() {
        for (int i = 0; i < 100; i++) {
            call(CompletableFuture.failedFuture(new IllegalStateException("the tables are full")));
        }
        assertThat(provider.circuitOpenFor()).isEqualTo(Duration.ZERO);
    }

    @Test
    void probeWithoutOutcome_isFollowedByAnotherProbe() {
        for (int i = 0; i < 20; i++) {
            call(says(new Outcome.Unclear("timeout", "no answer")));
            if (!provider.circuitOpenFor().isZero()) {
                break;
            }
        }
        assertThat(provider.tryAcquire()).isFalse();
        nanos.addAndGet(CircuitBreaker.FIRST_PAUSE.toNanos());
        call(CompletableFuture.failedFuture(new IllegalStateException("the tables are full")));
        call(says(new Outcome.Accepted("1")));
        assertThat(provider.circuitOpenFor()).isEqualTo(Duration.ZERO);
    }
}
