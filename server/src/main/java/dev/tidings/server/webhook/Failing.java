package dev.tidings.server.webhook;

import dev.tidings.core.deliver.Outcome;
import dev.tidings.core.meta.WebhookEndpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notices endpoints that keep failing, and pauses them: nobody is there, and all that is sent there is in vain. */
final class Failing {
    private static final Logger LOG = LoggerFactory.getLogger(Failing.class);
    private static final int AT_LEAST = 20;
    private static final Duration FOR_AT_LEAST = Duration.ofMinutes(30);

    private final Endpoints endpoints;
    private final ConcurrentMap<String, Streak> streaks = new ConcurrentHashMap<>();

    private record Streak(int failures, Instant since) {}

    Failing(Endpoints endpoints) {
        this.endpoints = endpoints;
    }

    private static String key(WebhookEndpoint endpoint) {
        return endpoint.tenant() + "/" + endpoint.id();
    }

    void succeeded(WebhookEndpoint endpoint) {
        streaks.remove(key(endpoint));
    }

    /** Whether that was once too often. */
    boolean failed(WebhookEndpoint endpoint, Outcome.Failure failure, Instant now) {
        Streak streak = streaks.merge(
                key(endpoint), new Streak(1, now), (so, one) -> new Streak(so.failures() + 1, so.since()));
        boolean gone = failure instanceof Outcome.Unregistered;
        boolean tooOften =
                streak.failures() >= AT_LEAST && !now.isBefore(streak.since().plus(FOR_AT_LEAST));
        if (!gone && !tooOften) {
            return false;
        }
        String reason = gone
                ? "it answered that it wants no more"
                : streak.failures() + " attempts in a row failed, the last with " + failure.code();
        LOG.warn("the endpoint {} is paused: {}", key(endpoint), reason);
        streaks.remove(key(endpoint));
        CompletableFuture.runAsync(() -> endpoints.pause(endpoint.tenant(), endpoint.id(), reason, "tidings"))
                .exceptionally(trouble -> {
                    LOG.warn("the endpoint {} could not be paused", key(endpoint), trouble);
                    return null;
                });
        return true;
    }
}
