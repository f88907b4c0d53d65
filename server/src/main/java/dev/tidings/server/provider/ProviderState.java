package dev.tidings.server.provider;

import java.time.Instant;
import java.util.Optional;

/**
 * The state of a provider as operators see it.
 *
 * @param failingSince the first of the failed calls in a row
 * @param circuitOpenUntil when the circuit breaker lets the next call through
 * @param lastError of this process; stays after the provider has recovered
 */
public record ProviderState(
        Health health,
        Optional<Instant> failingSince,
        Optional<Instant> circuitOpenUntil,
        Optional<CallError> lastError) {
    static final ProviderState HEALTHY =
            new ProviderState(Health.HEALTHY, Optional.empty(), Optional.empty(), Optional.empty());

    /** Whether calls succeed. */
    public enum Health {
        HEALTHY("healthy"),
        FAILING("failing"),
        /** The circuit breaker blocks calls. */
        CIRCUIT_OPEN("circuit_open");

        private final String wire;

        Health(String wire) {
            this.wire = wire;
        }

        public String wire() {
            return wire;
        }
    }

    /** A failed call. */
    public record CallError(Instant at, String code, String text) {
        @Override
        public String toString() {
            return code + ": " + text;
        }
    }

    /** One sentence for people; empty if the provider is healthy. */
    public Optional<String> problem() {
        if (health == Health.HEALTHY) {
            return Optional.empty();
        }
        StringBuilder text = new StringBuilder("failing");
        failingSince.ifPresent(since -> text.append(" since ").append(since));
        circuitOpenUntil.ifPresent(until -> text.append("; no calls until ").append(until));
        lastError.ifPresent(error -> text.append("; the last error: ").append(error));
        return Optional.of(text.toString());
    }
}
