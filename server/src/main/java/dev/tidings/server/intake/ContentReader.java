package dev.tidings.server.intake;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.tidings.core.model.Content;
import java.io.IOException;

/**
 * Reads only the content (title, body, data, deep link) from the JSON of an accepted request, without validation. Throws an
 * {@code IllegalStateException} if the JSON can't be read.
 */
final class ContentReader {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    private ContentReader() {}

    static Content read(byte[] json) {
        String title = null;
        String body = null;
        String data = null;
        String deepLink = null;
        try (JsonParser parser = FACTORY.createParser(json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalStateException("accepted request begins with " + parser.currentToken());
            }
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                parser.nextToken();
                switch (name) {
                    case "title" -> title = parser.getText();
                    case "body" -> body = parser.getText();
                    case "deepLink" -> deepLink = parser.getText();
                    case "data" -> data = verbatim(parser, json);
                    default -> parser.skipChildren();
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("accepted request can't be read: " + e.getMessage(), e);
        }
        return new Content(title, body, data, deepLink);
    }

    private static String verbatim(JsonParser parser, byte[] json) throws IOException {
        int from = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        int to = (int) parser.currentLocation().getByteOffset();
        return new String(json, from, to - from, UTF_8);
    }
}
