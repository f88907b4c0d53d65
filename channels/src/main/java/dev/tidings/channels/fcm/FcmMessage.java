package dev.tidings.channels.fcm;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.PushSize;
import dev.tidings.core.model.Priority;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** Builds the JSON body of the FCM request for one delivery: token, notification, data, priority and time to live. */
final class FcmMessage {
    /** The limit for the keys and values of the notification and the data together. */
    static final int MAX_BYTES = PushSize.MAX_PAYLOAD_BYTES;

    private static final Duration MAX_TTL = Duration.ofDays(28);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ObjectNode notification = JSON.createObjectNode();
    private final ObjectNode data = JSON.createObjectNode();
    private final Delivery delivery;

    /** @throws IllegalArgumentException if the data is not a JSON object */
    FcmMessage(Delivery delivery) {
        this.delivery = delivery;
        Message.Push push = (Message.Push) delivery.message();
        put(notification, "title", push.title());
        put(notification, "body", push.body());
        if (push.data() != null) {
            flatten(push.data());
        }
        put(data, "deepLink", push.deepLink());
    }

    private static void put(ObjectNode object, String name, String value) {
        if (value != null) {
            object.put(name, value);
        }
    }

    /** FCM accepts only strings; other values are sent as JSON text, which the app can parse. */
    private void flatten(String fields) {
        try (JsonParser parser = JSON.createParser(fields)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                    parser.nextToken();
                    data.put(name, text(parser, fields));
                }
                if (parser.nextToken() == null) {
                    return;
                }
            }
        } catch (IOException e) {
            // Reported below, without its content.
        }
        throw new IllegalArgumentException("data: expected a JSON object");
    }

    /** Unchanged: numbers keep all their digits, and the size stays as it was measured. */
    private static String text(JsonParser parser, String fields) throws IOException {
        if (!parser.currentToken().isStructStart()) {
            return parser.getText();
        }
        int from = (int) parser.currentTokenLocation().getCharOffset();
        parser.skipChildren();
        return fields.substring(from, (int) parser.currentLocation().getCharOffset());
    }

    boolean tooLarge() {
        return bytes(notification) + bytes(data) > MAX_BYTES;
    }

    private static int bytes(ObjectNode object) {
        int bytes = 0;
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            bytes += field.getKey().getBytes(UTF_8).length;
            bytes += field.getValue().asText().getBytes(UTF_8).length;
        }
        return bytes;
    }

    String json(Instant now) {
        ObjectNode root = JSON.createObjectNode();
        ObjectNode message = root.putObject("message");
        message.put("token", delivery.address().value());
        if (!notification.isEmpty()) {
            message.set("notification", notification);
        }
        if (!data.isEmpty()) {
            message.set("data", data);
        }
        ObjectNode android = message.putObject("android");
        boolean urgent = delivery.priority() == Priority.CRITICAL || delivery.priority() == Priority.HIGH;
        android.put("priority", urgent ? "HIGH" : "NORMAL");
        if (delivery.expiresAt() != null) {
            android.put("ttl", ttl(Duration.between(now, delivery.expiresAt())) + "s");
        }
        if (notification.isEmpty()) {
            // Even a tag alone would make it a visible notification, and the app would not be woken for its data.
            return root.toString();
        }
        // A redelivery replaces the first on the screen. Not by a collapse key: an offline device keeps only four of
        // these, and loses notifications with others.
        android.putObject("notification").put("tag", delivery.dedupeKey());
        return root.toString();
    }

    /** Zero means now or never. */
    private static long ttl(Duration left) {
        return Math.max(0, Math.min(left.toSeconds(), MAX_TTL.toSeconds()));
    }
}
