package dev.tidings.server.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.delivery.Outcome;
import dev.tidings.testkit.SteppedClock;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of the state of a provider, and of the lines it logs. */
class ProviderHealthTest {
    private static final Instant START = Instant.parse("2026-11-18T12:00:00Z");
    private static final Outcome DOWN = new Outcome.Retry("unavailable", "connection refused");
    private static final Outcome ACCEPTED = new Outcome.Accepted("m");

    private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
    private final PrintStream before = System.err;
    private final SteppedClock clock = new SteppedClock(START);
    private final AtomicLong nanos = new AtomicLong();
    private final LimitedProvider provider = new LimitedProvider(
            "acme/mail",
            null,
            new CallLimits(Duration.ofSeconds(1), 10, 0),
            clock,
            new ProviderMeters(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT)).of("sample"),
            nanos::get);

    @BeforeEach
    void captureLog() {
        System.setErr(new PrintStream(logged, true, UTF_8));
    }

    @AfterEach
    void restoreLog() {
        System.setErr(before);
    }

    private void call(int times, Outcome outcome) {
        for (int i = 0; i < times; i++) {
            assertThat(provider.tryAcquire()).isTrue();
            provider.call(target -> CompletableFuture.completedFuture(outcome));
            clock.advance(Duration.ofSeconds(1));
        }
    }

    private List<String> lines() {
        return logged.toString(UTF_8)
                .lines()
                .filter(line -> line.contains("acme/mail"))
                .toList();
    }

    @Test
    void threeFailures_areShownAndLoggedOnce() {
        call(2, DOWN);
        assertThat(provider.state().health()).isEqualTo(ProviderState.Health.HEALTHY);
        call(7, DOWN);
        ProviderState state = provider.state();
        assertThat(state.health()).isEqualTo(ProviderState.Health.FAILING);
        assertThat(state.failingSince()).contains(START);
        assertThat(state.lastError())
                .contains(new ProviderState.CallError(START.plusSeconds(8), "unavailable", "connection refused"));
        assertThat(state.problem().orElseThrow()).contains("since " + START).contains("connection refused");
        assertThat(lines()).singleElement().asString().contains("WARN", "since " + START, "connection refused");
    }

    @Test
    void recovery_isLoggedOnce() {
        call(9, DOWN);
        call(5, ACCEPTED);
        assertThat(provider.state().problem()).isEmpty();
        assertThat(provider.state().lastError()).as("stays visible").isPresent();
        assertThat(lines()).hasSize(2).last().asString().contains("INFO", "recovered");
    }

    @Test
    void openCircuit_showsTheTimeOfTheNextCall() {
        call(16, DOWN);
        ProviderState state = provider.state();
        assertThat(state.health()).isEqualTo(ProviderState.Health.CIRCUIT_OPEN);
        assertThat(state.circuitOpenUntil()).contains(clock.instant().plus(CircuitBreaker.FIRST_PAUSE));
        assertThat(state.failingSince()).contains(START);
        nanos.addAndGet(CircuitBreaker.FIRST_PAUSE.toNanos());
        call(1, ACCEPTED);
        assertThat(provider.state().health()).isEqualTo(ProviderState.Health.HEALTHY);
        assertThat(lines()).hasSize(2);
    }

    @Test
    void flappingProvider_doesNotFillTheLog() {
        for (int i = 0; i < 10; i++) {
            call(3, DOWN);
            call(3, ACCEPTED);
        }
        assertThat(lines()).as("a minute has passed").hasSize(2);
    }

    /** A rejected message says nothing about the provider. */
    @Test
    void rejection_isNoFailureOfTheProvider() {
        call(9, new Outcome.Rejected("invalid", "no such template"));
        assertThat(provider.state().health()).isEqualTo(ProviderState.Health.HEALTHY);
        assertThat(lines()).isEmpty();
    }
}
