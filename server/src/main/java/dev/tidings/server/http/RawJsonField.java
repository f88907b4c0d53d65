package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.tidings.server.validation.StrictJson;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/** Extracts the original bytes of an object in a top-level field of a JSON body, so that {@link NestedSendRequestReader} can parse them. */
final class RawJsonField {
    private RawJsonField() {}

    /**
     * Empty if the field is absent or not an object.
     *
     * @param body a well-formed JSON object
     */
    static Optional<byte[]> object(byte[] body, String name) {
        try (StrictJson json = new StrictJson(body, 0, body.length)) {
            JsonParser tokens = json.parser();
            tokens.nextToken();
            for (String field = tokens.nextFieldName(); field != null; field = tokens.nextFieldName()) {
                JsonToken value = tokens.nextToken();
                int from = (int) tokens.currentTokenLocation().getByteOffset();
                tokens.skipChildren();
                if (field.equals(name)) {
                    int to = (int) tokens.currentLocation().getByteOffset();
                    return value == JsonToken.START_OBJECT
                            ? Optional.of(Arrays.copyOfRange(body, from, to))
                            : Optional.empty();
                }
            }
            return Optional.empty();
        } catch (IOException impossible) {
            throw new IllegalStateException("the body was well-formed before", impossible);
        }
    }
}
