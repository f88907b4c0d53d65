package dev.tidings.client;

import dev.tidings.client.model.Webhook;
import dev.tidings.client.model.WebhookEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Endpoints of the tenant that receive delivery and inbox events.
 *
 * <pre>{@code
 * Webhook created = tidings.webhooks().add("https://example.com/tidings", WebhookEvent.DELIVERY_FAILED);
 * store(created.secret());
 * }</pre>
 */
public final class Webhooks {
    private final HttpCalls calls;

    Webhooks(HttpCalls calls) {
        this.calls = calls;
    }

    public List<Webhook> list() {
        return calls.to(Operation.LIST_WEBHOOKS).items(Webhook.class);
    }

    /**
     * Creates a webhook. Its secret is not shown again.
     *
     * @param events none for all
     */
    public Webhook add(String url, WebhookEvent... events) {
        return calls.to(Operation.CREATE_WEBHOOK)
                .json(Map.of("url", url, "events", events))
                .as(Webhook.class);
    }

    public Webhook get(String id) {
        return calls.to(Operation.GET_WEBHOOK, id).as(Webhook.class);
    }

    /**
     * Changes the URL or the events.
     *
     * @param url null to keep it
     * @param events null to keep them, empty for all
     */
    public Webhook change(String id, String url, List<WebhookEvent> events) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (url != null) {
            fields.put("url", url);
        }
        if (events != null) {
            fields.put("events", events);
        }
        return calls.to(Operation.CHANGE_WEBHOOK, id).json(fields).as(Webhook.class);
    }

    public void delete(String id) {
        calls.to(Operation.DELETE_WEBHOOK, id).send();
    }

    /** Replaces the secret; for the grace period, requests are also signed with the old one. */
    public Webhook rotateSecret(String id, Duration grace) {
        return calls.to(Operation.ROTATE_WEBHOOK_SECRET, id)
                .json(Map.of("graceSeconds", grace.toSeconds()))
                .as(Webhook.class);
    }

    /** Resumes a webhook that was paused because it kept failing. */
    public Webhook resume(String id) {
        return calls.to(Operation.RESUME_WEBHOOK, id).as(Webhook.class);
    }

    /** Sends the events since a time again, and returns their number. */
    public long replay(String id, Instant since) {
        return calls.to(Operation.REPLAY_WEBHOOK_EVENTS, id)
                .json(Map.of("since", since))
                .json()
                .path("events")
                .asLong();
    }
}
