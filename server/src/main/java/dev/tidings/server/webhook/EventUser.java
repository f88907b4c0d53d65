package dev.tidings.server.webhook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.erasure.ErasedUsers;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * The user that a webhook event is about.
 *
 * @param user empty if its body can't be read
 * @param since when its notification was accepted or the event happened, whichever was earlier: an event after an erasure may be about a
 *     notification from before
 */
public record EventUser(Optional<String> user, Instant since) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** From a record of the log. */
    public static EventUser of(byte[] payload) {
        WebhookMessage message = WebhookMessage.decode(payload);
        return of(message.event(), message.body());
    }

    /** From a stored event. */
    public static EventUser of(UUID event, String body) {
        try {
            JsonNode data = JSON.readTree(body).path("data");
            Instant since = since(event, data.path("notification").textValue());
            return new EventUser(Optional.ofNullable(data.path("user").textValue()), since);
        } catch (JsonProcessingException e) {
            return new EventUser(Optional.empty(), UuidV7.time(event));
        }
    }

    private static Instant since(UUID event, String notification) {
        Instant happened = UuidV7.time(event);
        if (notification == null) {
            return happened;
        }
        try {
            return ErasedUsers.earlier(happened, UuidV7.time(UUID.fromString(notification)));
        } catch (IllegalArgumentException unreadable) {
            return happened;
        }
    }
}
