package dev.tidings.core.meta;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Where a tenant wants to be told what became of its notifications.
 *
 * @param events what it is told of; everything if empty
 * @param secrets what is signed with, encrypted: the present one, and the one before it for a while
 * @param paused set while nothing is sent there
 * @param revision counts up with each change within the tenant; 0 if it is not stored yet
 */
public record WebhookEndpoint(
        String tenant,
        String id,
        String url,
        Set<EventKind> events,
        byte[] secrets,
        Optional<Pause> paused,
        Instant createdAt,
        long revision) {
    public WebhookEndpoint {
        events = Set.copyOf(events);
    }

    /** @param reason for people */
    public record Pause(String reason, Instant since) {}

    /** Whether it is to be told of such a thing, now or, if it is paused, later. */
    public boolean wants(EventKind event) {
        return events.isEmpty() || events.contains(event);
    }

    /** The same elsewhere, or told of something else. */
    public WebhookEndpoint with(String otherUrl, Set<EventKind> otherEvents) {
        return new WebhookEndpoint(tenant, id, otherUrl, otherEvents, secrets, paused, createdAt, revision);
    }

    public WebhookEndpoint withSecrets(byte[] others) {
        return new WebhookEndpoint(tenant, id, url, events, others, paused, createdAt, revision);
    }

    public WebhookEndpoint withPause(Optional<Pause> other) {
        return new WebhookEndpoint(tenant, id, url, events, secrets, other, createdAt, revision);
    }

    /** Without the URL: there may be a secret in it. */
    @Override
    public String toString() {
        return "WebhookEndpoint[" + tenant + "/" + id + ", secrets [redacted]]";
    }
}
