package dev.tidings.client.model;

import java.time.Instant;
import java.util.List;

/**
 * An endpoint of the tenant that receives events.
 *
 * @param events the subscribed events; all if empty
 * @param paused set while it is paused because it kept failing, else null
 * @param secret signs the requests; only present when it was created or rotated
 */
public record Webhook(
        String id, String url, List<WebhookEvent> events, Paused paused, Instant createdAt, String secret) {

    /** The reason for a pause. */
    public record Paused(String reason, Instant since) {}
}
