package dev.tidings.server.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.metadata.WebhookEndpoint;
import dev.tidings.core.metadata.WebhookEventKind;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.DeliveryStatus;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.delivery.DeliveryEvent;
import dev.tidings.server.delivery.DeliveryEvents;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.validation.Times;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Builds the log records of webhook events about deliveries and inbox marks, one for each endpoint subscribed to the kind of event. The
 * caller appends them.
 */
public final class WebhookEvents implements DeliveryEvents {
    private static final JsonFactory JSON = new JsonFactory();

    private final Endpoints endpoints;
    private final IdGenerator ids;
    private final InstantSource clock;

    public WebhookEvents(Endpoints endpoints, IdGenerator ids, InstantSource clock) {
        this.endpoints = endpoints;
        this.ids = ids;
        this.clock = clock;
    }

    /** Loads the tenant's endpoints into the cache. Blocks. */
    @Override
    public void prepare(String tenant) {
        endpoints.all(tenant);
    }

    @Override
    public List<LogEntry> eventsFor(DeliveryEvent deliveryEvent) {
        return switch (deliveryEvent.status().state()) {
            case SENT -> of(WebhookEventKind.DELIVERY_SENT, deliveryEvent);
            case DELIVERED -> of(WebhookEventKind.DELIVERY_DELIVERED, deliveryEvent);
            case FAILED -> of(WebhookEventKind.DELIVERY_FAILED, deliveryEvent);
            default -> List.of();
        };
    }

    private List<LogEntry> of(WebhookEventKind kind, DeliveryEvent deliveryEvent) {
        return entries(
                kind,
                deliveryEvent.user(),
                deliveryEvent.notification(),
                () -> deliveryEvent.channel().wire() + " " + deliveryEvent.round(),
                json -> {
                    json.writeStringField("channel", deliveryEvent.channel().wire());
                    json.writeStringField("reason", deliveryEvent.status().reason());
                });
    }

    /** The event that a notification is in a user's inbox. Blocks if the tenant's endpoints are not cached. */
    public List<LogEntry> shownEvents(UserKey user, UUID notification) {
        DeliveryStatus sent = DeliveryStatus.of(DeliveryState.SENT);
        return eventsFor(new DeliveryEvent(user, notification, notification, Channel.IN_APP, 0, sent));
    }

    /** The event that a user marked a notification in the inbox. */
    public List<LogEntry> inboxEvents(WebhookEventKind kind, UserKey user, UUID notification) {
        return entries(kind, user, notification, () -> "", json -> {});
    }

    /** Writes the fields that one kind of event adds. */
    private interface ExtraFields {
        void write(JsonGenerator json) throws IOException;
    }

    private List<LogEntry> entries(
            WebhookEventKind kind, UserKey user, UUID notification, Supplier<String> discriminator, ExtraFields extra) {
        List<WebhookEndpoint> subscribers = endpoints.subscribers(user.tenant(), kind);
        if (subscribers.isEmpty()) {
            return List.of();
        }
        UUID event = ids.next();
        String identity = String.join("\n", kind.wire(), notification.toString(), discriminator.get(), user.user());
        String messageId = "msg_" + UUID.nameUUIDFromBytes(identity.getBytes(UTF_8));
        String body = body(kind, messageId, user, notification, extra);
        return subscribers.stream()
                .map(endpoint -> new WebhookMessage(
                                user.tenant(), endpoint.id(), event, messageId, kind.wire(), body, 1)
                        .entry())
                .toList();
    }

    private String body(WebhookEventKind kind, String messageId, UserKey user, UUID notification, ExtraFields extra) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("id", messageId);
            json.writeStringField("type", kind.wire());
            json.writeStringField("timestamp", Times.text(clock.instant()));
            json.writeObjectFieldStart("data");
            json.writeStringField("notification", notification.toString());
            json.writeStringField("user", user.user());
            extra.write(json);
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
