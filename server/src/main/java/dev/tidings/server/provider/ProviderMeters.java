package dev.tidings.server.provider;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Metrics of provider accounts, by the id of the account: calls, failed calls, and whether the account is failing or blocked. */
final class ProviderMeters {
    private static final String PROVIDER = "provider";

    private final MeterRegistry registry;
    private final Function<String, LimitedProvider> current;

    /** @param current the provider of an account by id, of its current revision */
    ProviderMeters(MeterRegistry registry, Function<String, LimitedProvider> current) {
        this.registry = registry;
        this.current = current;
    }

    /** Does nothing if the account has metrics already. */
    void register(String id) {
        gauge(
                "tidings.provider.failing",
                "1 if the last calls of a provider account failed",
                id,
                state -> state.health() != ProviderState.Health.HEALTHY);
        gauge(
                "tidings.provider.circuit.open",
                "1 if the circuit breaker of a provider account blocks calls",
                id,
                state -> state.health() == ProviderState.Health.CIRCUIT_OPEN);
        counter("tidings.provider.calls", "Calls of a provider account", id, LimitedProvider::calls);
        counter(
                "tidings.provider.failures",
                "Calls of a provider account that failed because of the provider",
                id,
                LimitedProvider::failedCalls);
    }

    private void gauge(String name, String description, String id, Function<ProviderState, Boolean> isSet) {
        Supplier<Number> value = () -> isSet.apply(current.apply(id).state()) ? 1 : 0;
        Gauge.builder(name, value).description(description).tag(PROVIDER, id).register(registry);
    }

    private void counter(String name, String description, String id, ToDoubleFunction<LimitedProvider> count) {
        FunctionCounter.builder(name, current, of -> count.applyAsDouble(of.apply(id)))
                .description(description)
                .tag(PROVIDER, id)
                .register(registry);
    }
}
