package dev.tidings.channels.webpush;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.PushSize;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The JSON payload for a page's service worker: title, body, data and deepLink, as far as present. */
final class WebPushPayload {
    /** The size that encryption leaves of the bytes every push service accepts, which is why it is the limit of all pushes. */
    static final int MAX_BYTES = PushSize.MAX_BYTES;

    private static final JsonFactory JSON = JsonFactory.builder()
            // An emoji has four bytes. As two escapes it would have twelve, and a push full of them would be too
            // large.
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .build();

    private WebPushPayload() {}

    static byte[] of(Message.Push push) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            writeUnlessNull(json, "title", push.title());
            writeUnlessNull(json, "body", push.body());
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
        return bytes.toByteArray();
    }

    private static void writeUnlessNull(JsonGenerator json, String name, String value) throws IOException {
        if (value != null) {
            json.writeStringField(name, value);
        }
    }
}
