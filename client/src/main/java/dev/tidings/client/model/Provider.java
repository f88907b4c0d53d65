package dev.tidings.client.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * A provider account of a tenant. Secrets read as {@code [set]}, and keep their value if they are stored so.
 *
 * @param kind one of the provider kinds
 * @param rank the failover order, lowest first; null for 100
 * @param maxConcurrent the maximum number of calls in flight; null for 50
 * @param perSecond the maximum rate of calls; null for no limit
 * @param timeout of a call; null for 10 seconds
 * @param problem the reason why it is unusable or failing now; set by the server, as are the following
 * @param state healthy, failing, circuit_open or unusable
 * @param lastError the last failed call, or null
 */
public record Provider(
        String name,
        String kind,
        Map<String, String> settings,
        Integer rank,
        Boolean enabled,
        Integer maxConcurrent,
        Integer perSecond,
        Duration timeout,
        String problem,
        String state,
        Instant failingSince,
        Instant circuitOpenUntil,
        CallError lastError) {

    /** A failed call of a provider. */
    public record CallError(Instant at, String code, String text) {}

    /** An account with the default limits. */
    public static Provider of(String name, String kind, Map<String, String> settings) {
        return new Provider(name, kind, settings, null, null, null, null, null, null, null, null, null, null);
    }

    /** The same account with other limits. */
    public Provider withLimits(Integer concurrent, Integer rate, Duration callTimeout) {
        return new Provider(
                name,
                kind,
                settings,
                rank,
                enabled,
                concurrent,
                rate,
                callTimeout,
                problem,
                state,
                failingSince,
                circuitOpenUntil,
                lastError);
    }
}
