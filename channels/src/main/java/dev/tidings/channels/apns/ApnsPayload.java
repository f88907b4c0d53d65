package dev.tidings.channels.apns;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.PushSize;
import dev.tidings.core.model.Priority;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/**
 * The JSON payload of a push notification for Apple: {@code aps}, data and deep link, built from the rendered push message.
 *
 * @param bytes its length in UTF-8, which Apple limits
 * @param visible whether there is something to show; otherwise the app is woken to process the data
 */
record ApnsPayload(String json, int bytes, boolean visible) {
    static final int MAX_BYTES = PushSize.MAX_PAYLOAD_BYTES;

    private static final JsonFactory JSON = new JsonFactory();

    static ApnsPayload of(Message.Push push, Priority priority) {
        boolean visible = push.title() != null || push.body() != null;
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeObjectFieldStart("aps");
            if (visible) {
                alert(push, priority, json);
            } else {
                json.writeNumberField("content-available", 1);
            }
            json.writeEndObject();
            if (push.data() != null) {
                json.writeFieldName("data");
                // Unchanged: numbers keep all their digits.
                json.writeRawValue(push.data());
            }
            writeUnlessNull(json, "deepLink", push.deepLink());
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String json = text.toString();
        return new ApnsPayload(json, json.getBytes(UTF_8).length, visible);
    }

    /** Without a badge, so that the app's own stays. Only urgent notifications have a sound. */
    private static void alert(Message.Push push, Priority priority, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("alert");
        writeUnlessNull(json, "title", push.title());
        writeUnlessNull(json, "body", push.body());
        json.writeEndObject();
        if (priority.moreUrgentThan(Priority.NORMAL)) {
            json.writeStringField("sound", "default");
        }
    }

    private static void writeUnlessNull(JsonGenerator json, String name, String value) throws IOException {
        if (value != null) {
            json.writeStringField(name, value);
        }
    }
}
