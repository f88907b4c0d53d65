package dev.tidings.channels.webpush;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.deliver.Message;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** What a page's service worker gets: a JSON object with title, body, data and deepLink, as far as there are any. */
final class WebPushPayload {
    /**
     * What is left of the 4096 bytes that every push service takes, without the head of 86, the tag of 16 and the byte that ends the
     * record.
     */
    static final int MOST_BYTES = 4_096 - 86 - 16 - 1;

    private static final JsonFactory JSON = new JsonFactory();

    private WebPushPayload() {}

    static byte[] of(Message.Push push) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            writeUnlessNull(json, "title", push.title());
            writeUnlessNull(json, "body", push.body());
            if (push.data() != null) {
                json.writeFieldName("data");
                // As it was given: numbers keep all their digits.
                json.writeRawValue(push.data());
            }
            writeUnlessNull(json, "deepLink", push.deepLink());
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void writeUnlessNull(JsonGenerator json, String name, String value) throws IOException {
        if (value != null) {
            json.writeStringField(name, value);
        }
    }
}
