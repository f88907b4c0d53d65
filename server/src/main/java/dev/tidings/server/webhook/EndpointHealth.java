package dev.tidings.server.webhook;

import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.metadata.WebhookEndpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the consecutive failures of webhook endpoints, and pauses an endpoint that fails for long or answers 410 Gone. */
final class EndpointHealth {
    private static final Logger LOG = LoggerFactory.getLogger(EndpointHealth.class);
    private static final int MIN_FAILURES = 20;
    private static final Duration MIN_DURATION = Duration.ofMinutes(30);

    private final Endpoints endpoints;
    private final ConcurrentMap<String, Streak> streaks = new ConcurrentHashMap<>();

    /** The consecutive failures of an endpoint. */
    private record Streak(int failures, Instant since) {}

    EndpointHealth(Endpoints endpoints) {
        this.endpoints = endpoints;
    }

    private static String key(WebhookEndpoint endpoint) {
        return endpoint.tenant() + "/" + endpoint.id();
    }

    void succeeded(WebhookEndpoint endpoint) {
        streaks.remove(key(endpoint));
    }

    /** Counts a failure; true if it paused the endpoint. */
    boolean failed(WebhookEndpoint endpoint, Outcome.Failure failure, Instant now) {
        Streak streak = streaks.merge(
                key(endpoint), new Streak(1, now), (before, one) -> new Streak(before.failures() + 1, before.since()));
        boolean gone = failure instanceof Outcome.Unregistered;
        boolean keepsFailing = streak.failures() >= MIN_FAILURES
                && !now.isBefore(streak.since().plus(MIN_DURATION));
        if (!gone && !keepsFailing) {
            return false;
        }
        String reason = gone
                ? "the endpoint answered 410 Gone"
                : streak.failures() + " consecutive attempts failed, the last with " + failure.code();
        LOG.warn("endpoint {} is paused: {}", key(endpoint), reason);
        streaks.remove(key(endpoint));
        CompletableFuture.runAsync(() -> endpoints.pause(endpoint.tenant(), endpoint.id(), reason, "tidings"))
                .exceptionally(error -> {
                    LOG.warn("endpoint {} could not be paused", key(endpoint), error);
                    return null;
                });
        return true;
    }
}
