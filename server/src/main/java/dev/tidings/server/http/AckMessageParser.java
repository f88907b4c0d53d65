package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Parses a message that a client sent over a WebSocket: {@code {"ack":["<notification id>", …]}}, the only kind. Returns the ids, or throws
 * if the message is anything else.
 */
final class AckMessageParser {
    private static final String EXPECTED = "expected {\"ack\":[ids]}, at most 100";
    private static final int MAX_IDS = 100;
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private AckMessageParser() {}

    /** The message is not valid UTF-8. */
    static final class NotUtf8Exception extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /** The message is not an acknowledgement. The exception's message names the expected format and fits into a close frame. */
    static final class UnexpectedException extends Exception {
        private static final long serialVersionUID = 1L;

        UnexpectedException() {
            super(EXPECTED, null, false, false);
        }
    }

    static List<UUID> acks(byte[] message) throws NotUtf8Exception, UnexpectedException {
        String text = decoded(message);
        try (JsonParser json = JSON.createParser(text)) {
            boolean begins = json.nextToken() == JsonToken.START_OBJECT
                    && "ack".equals(json.nextFieldName())
                    && json.nextToken() == JsonToken.START_ARRAY;
            if (!begins) {
                throw new UnexpectedException();
            }
            List<UUID> ids = new ArrayList<>();
            while (json.nextToken() == JsonToken.VALUE_STRING) {
                ids.add(UUID.fromString(json.getText()));
            }
            boolean ends = json.currentToken() == JsonToken.END_ARRAY
                    && json.nextToken() == JsonToken.END_OBJECT
                    && json.nextToken() == null;
            if (!ends || ids.size() > MAX_IDS) {
                throw new UnexpectedException();
            }
            return ids;
        } catch (IOException | IllegalArgumentException malformed) {
            throw new UnexpectedException();
        }
    }

    private static String decoded(byte[] message) throws NotUtf8Exception {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(message))
                    .toString();
        } catch (CharacterCodingException garbled) {
            throw new NotUtf8Exception();
        }
    }
}
