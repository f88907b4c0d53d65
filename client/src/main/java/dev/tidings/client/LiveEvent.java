package dev.tidings.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.client.model.InboxItem;
import java.io.IOException;
import java.time.Instant;

/** An event of a user's inbox. */
public sealed interface LiveEvent {

    /** The position in the stream; null for events that do not change it. */
    String id();

    /** The event as it was received. */
    JsonNode json();

    /**
     * A connection was opened. If it did not resume, fetch the inbox: the events that follow come after this one.
     *
     * @param resumed whether the missed events follow
     */
    record Hello(String id, long unread, boolean resumed, JsonNode json) implements LiveEvent {}

    /** A new notification, and the unread count after it. */
    record Arrived(String id, InboxItem notification, long unread, JsonNode json) implements LiveEvent {}

    /**
     * A change of a notification, by this or another client.
     *
     * @param change {@code read}, {@code unread}, {@code archived} or {@code unarchived}
     */
    record Changed(String id, String change, String notificationId, long unread, JsonNode json) implements LiveEvent {}

    /**
     * All unread notifications between two times were marked as read, by this or another client.
     *
     * @param from the time of the oldest of them
     * @param upTo the time of the newest of them
     */
    record AllRead(String id, Instant from, Instant upTo, long unread, JsonNode json) implements LiveEvent {}

    /** Too many events were missed: fetch the inbox again. The events that follow come after this one. */
    record Reload(String id, long unread, JsonNode json) implements LiveEvent {}

    /**
     * The server closes the connection; the stream reconnects.
     *
     * @param reason such as {@code expired} or {@code draining}
     */
    record Bye(String reason, JsonNode json) implements LiveEvent {
        @Override
        public String id() {
            return null;
        }
    }

    /** An event that is newer than the client. */
    record Unknown(String id, String event, JsonNode json) implements LiveEvent {}

    /** Parses an event other than a heartbeat. */
    static LiveEvent of(JsonNode json) throws IOException {
        String name = json.path("event").asText();
        String id = json.path("id").textValue();
        long unread = json.path("unread").asLong();
        return switch (name) {
            case "hello" -> new Hello(id, unread, json.path("resumed").asBoolean(), json);
            case "notification" ->
                new Arrived(id, Json.convert(json.path("notification"), InboxItem.class), unread, json);
            case "read", "unread", "archived", "unarchived" ->
                new Changed(id, name, json.path("notificationId").asText(), unread, json);
            case "all_read" ->
                new AllRead(
                        id,
                        Instant.parse(json.path("from").asText()),
                        Instant.parse(json.path("upTo").asText()),
                        unread,
                        json);
            case "reload" -> new Reload(id, unread, json);
            case "bye" -> new Bye(json.path("reason").asText(), json);
            default -> new Unknown(id, name, json);
        };
    }
}
