package dev.tidings.server.webhook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidings.core.model.UuidV7;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * The user that a webhook event is about.
 *
 * @param user empty if its body can't be read
 * @param at when the event happened
 */
public record EventUser(Optional<String> user, Instant at) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** From a record of the log. */
    public static EventUser of(byte[] payload) {
        WebhookMessage message = WebhookMessage.decode(payload);
        return of(message.event(), message.body());
    }

    /** From a stored event. */
    public static EventUser of(UUID event, String body) {
        try {
            JsonNode user = JSON.readTree(body).path("data").path("user");
            return new EventUser(Optional.ofNullable(user.textValue()), UuidV7.time(event));
        } catch (JsonProcessingException e) {
            return new EventUser(Optional.empty(), UuidV7.time(event));
        }
    }
}
