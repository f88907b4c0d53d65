package dev.tidings.server.provider;

import dev.tidings.server.metrics.Snapshots;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Counts the circuit breakers of all used accounts by kind of provider and state when metrics are scraped. */
public record CircuitBreakerCollector(ProviderPool pool) implements Collector {
    private static final String NAME = "tidings_provider_circuit_breakers";

    @Override
    public String getPrometheusName() {
        return NAME;
    }

    @Override
    public MetricSnapshot collect() {
        Map<Labels, Integer> counts = new HashMap<>();
        pool.forEach((kind, now) -> {
            for (CircuitBreaker.State state : CircuitBreaker.State.values()) {
                Labels labels = Labels.of("kind", kind, "state", state.name().toLowerCase(Locale.ROOT));
                counts.merge(labels, state == now ? 1 : 0, Integer::sum);
            }
        });
        return Snapshots.gauge(
                NAME,
                "Accounts used since the start, by kind of provider and state of the circuit breaker",
                counts,
                count -> count);
    }
}
