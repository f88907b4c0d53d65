package dev.tidings.testkit.delivery.simulator;

import static dev.tidings.testkit.delivery.simulator.ApiViolationException.check;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidings.core.delivery.Message;
import dev.tidings.testkit.delivery.ProviderSimulator.Received;
import java.util.Map;
import java.util.Set;

/**
 * Parses and validates the request bodies that {@link FcmServer} receives. Knows only the fields that Tidings uses; any other field
 * is an error.
 */
final class FcmMessages {
    private static final int MAX_BYTES = 4_096;
    private static final long MAX_SECONDS = 2_419_200;
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private FcmMessages() {}

    static Received read(String body) throws ApiViolationException {
        JsonNode request = parsed(body);
        check(request != null && request.isObject(), "body", "a JSON object");
        known(request, "", Set.of("message"));
        JsonNode message = request.path("message");
        known(message, "message", Set.of("token", "notification", "data", "android"));
        String token = text(message, "message.", "token");
        check(token != null && token.matches("[A-Za-z0-9_:.-]{1,4096}"), "message.token", "a registration token");
        JsonNode notification = message.path("notification");
        known(notification, "message.notification", Set.of("title", "body"));
        String title = text(notification, "message.notification.", "title");
        String text = text(notification, "message.notification.", "body");
        ObjectNode data = data(message.path("data"));
        check(bytes(notification) + bytes(message.path("data")) <= MAX_BYTES, "message", "at most 4096 bytes");
        String tag = android(message.path("android"));
        JsonNode link = data.remove("deepLink");
        return new Received(
                token,
                new Message.Push(
                        title, text, data.isEmpty() ? null : data.toString(), link == null ? null : link.asText()),
                tag);
    }

    /** The tag, with which a second notification replaces the first. */
    private static String android(JsonNode android) throws ApiViolationException {
        known(android, "message.android", Set.of("priority", "ttl", "notification"));
        String priority = text(android, "message.android.", "priority");
        check(priority == null || Set.of("NORMAL", "HIGH").contains(priority), "message.android.priority", "an enum");
        String ttl = text(android, "message.android.", "ttl");
        if (ttl != null) {
            check(ttl.matches("[0-9]{1,9}s"), "message.android.ttl", "seconds, followed by s");
            long seconds = Long.parseLong(ttl.substring(0, ttl.length() - 1));
            check(seconds <= MAX_SECONDS, "message.android.ttl", "at most four weeks");
        }
        known(android.path("notification"), "message.android.notification", Set.of("tag"));
        return text(android.path("notification"), "message.android.notification.", "tag");
    }

    private static ObjectNode data(JsonNode data) throws ApiViolationException {
        ObjectNode read = JSON.createObjectNode();
        for (Map.Entry<String, JsonNode> field : data.properties()) {
            String key = field.getKey();
            boolean reserved = key.equals("from")
                    || key.equals("message_type")
                    || key.startsWith("google")
                    || key.startsWith("gcm");
            check(!reserved, "message.data", "no key that FCM uses itself");
            check(field.getValue().isTextual(), "message.data[" + read.size() + "].value", "TYPE_STRING");
            read.set(key, unfolded(field.getValue()));
        }
        return read;
    }

    /** Parses a value that was encoded as a JSON string, if it was not a string originally. */
    private static JsonNode unfolded(JsonNode text) {
        try {
            JsonNode value = JSON.readTree(text.asText());
            return value.isMissingNode() || value.isTextual() ? text : value;
        } catch (JsonProcessingException e) {
            return text;
        }
    }

    private static int bytes(JsonNode object) {
        int bytes = 0;
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            bytes += field.getKey().getBytes(UTF_8).length
                    + field.getValue().asText().getBytes(UTF_8).length;
        }
        return bytes;
    }

    private static String text(JsonNode object, String path, String field) throws ApiViolationException {
        JsonNode value = object.path(field);
        check(value.isMissingNode() || value.isTextual(), path + field, "TYPE_STRING");
        return value.isMissingNode() ? null : value.asText();
    }

    private static void known(JsonNode object, String path, Set<String> fields) throws ApiViolationException {
        check(object.isMissingNode() || object.isObject(), path, "an object");
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            check(fields.contains(field.getKey()), path, "no field " + field.getKey());
        }
    }

    private static JsonNode parsed(String body) throws ApiViolationException {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw new ApiViolationException("body", "expected JSON");
        }
    }
}
