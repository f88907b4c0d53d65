package dev.tidings.core.metadata;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * A tenant's HTTP endpoint that receives webhook events about its notifications, as stored. Not the address of a user's webhook channel,
 * which is in {@link UserProfile}.
 *
 * @param events the kinds of event it subscribes to; all if empty
 * @param secrets the signing secrets, encrypted: the current one, and for a while the previous one
 * @param paused set while no events are sent
 * @param revision counts up with each change within the tenant; 0 if it is not stored yet
 */
public record WebhookEndpoint(
        String tenant,
        String id,
        String url,
        Set<WebhookEventKind> events,
        byte[] secrets,
        Optional<Pause> paused,
        Instant createdAt,
        long revision) {
    public WebhookEndpoint {
        events = Set.copyOf(events);
    }

    /**
     * A pause of an endpoint.
     *
     * @param reason a text for people
     */
    public record Pause(String reason, Instant since) {}

    /** Whether it subscribes to this kind of event, also while it is paused. */
    public boolean wants(WebhookEventKind event) {
        return events.isEmpty() || events.contains(event);
    }

    /** A copy with another URL and other kinds of event. */
    public WebhookEndpoint with(String otherUrl, Set<WebhookEventKind> otherEvents) {
        return new WebhookEndpoint(tenant, id, otherUrl, otherEvents, secrets, paused, createdAt, revision);
    }

    public WebhookEndpoint withSecrets(byte[] others) {
        return new WebhookEndpoint(tenant, id, url, events, others, paused, createdAt, revision);
    }

    public WebhookEndpoint withPause(Optional<Pause> other) {
        return new WebhookEndpoint(tenant, id, url, events, secrets, other, createdAt, revision);
    }

    /** Omits the URL, which may contain a secret. */
    @Override
    public String toString() {
        return "WebhookEndpoint[" + tenant + "/" + id + ", secrets [redacted]]";
    }
}
