package dev.tidings.server.provider;

import dev.tidings.core.delivery.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The health of one provider, derived from the outcomes of its calls. Logs when the provider starts to fail and when it recovers, and
 * nothing per call.
 */
final class ProviderHealth {
    private static final Logger log = LoggerFactory.getLogger(ProviderHealth.class);
    /** Failures in a row. Fewer are everyday: the retries take care of them. */
    private static final int FAILURES_TO_REPORT = 3;
    /** A provider that fails and recovers all the time must not fill the log. */
    private static final Duration MIN_LOG_PAUSE = Duration.ofMinutes(1);

    private final String id;
    private final InstantSource clock;
    private int failures;
    private Instant failingSince;
    private ProviderState.CallError lastError;
    private boolean failing;
    private boolean logged;
    private Instant loggedAt = Instant.MIN;

    ProviderHealth(String id, InstantSource clock) {
        this.id = id;
        this.clock = clock;
    }

    /** @param circuitOpen whether the circuit breaker has opened by it */
    synchronized void failed(Outcome.Failure failure, boolean circuitOpen) {
        Instant now = now();
        failures++;
        failingSince = failures == 1 ? now : failingSince;
        lastError = new ProviderState.CallError(now, failure.code(), failure.text());
        if (!failing && (failures >= FAILURES_TO_REPORT || circuitOpen)) {
            failing = true;
            logged = Duration.between(loggedAt, now).compareTo(MIN_LOG_PAUSE) >= 0;
            if (logged) {
                loggedAt = now;
                log.warn(
                        "provider {} is failing since {}; its deliveries are retried, or sent by the next account; the last"
                                + " error: {}: {}",
                        id,
                        failingSince,
                        failure.code(),
                        failure.text());
            }
        }
    }

    /** The provider has answered as it should, even if it rejected the message. */
    synchronized void answered() {
        if (failing && logged) {
            log.info("provider {} has recovered; it was failing since {}", id, failingSince);
        }
        failures = 0;
        failing = false;
        failingSince = null;
    }

    /** @param circuitOpenFor how long the circuit breaker still blocks calls; zero if it is closed */
    synchronized ProviderState state(Duration circuitOpenFor) {
        boolean open = !circuitOpenFor.isZero();
        return new ProviderState(
                open
                        ? ProviderState.Health.CIRCUIT_OPEN
                        : failing ? ProviderState.Health.FAILING : ProviderState.Health.HEALTHY,
                failing || open ? Optional.ofNullable(failingSince) : Optional.empty(),
                open ? Optional.of(now().plus(circuitOpenFor)) : Optional.empty(),
                Optional.ofNullable(lastError));
    }

    private Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }
}
