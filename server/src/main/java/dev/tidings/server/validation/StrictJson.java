package dev.tidings.server.validation;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;

/**
 * A strict JSON parser: RFC 8259 and nothing else, one value per text. Jackson itself is strict about comments, quotes, leading zeros and
 * commas. This class also refuses other encodings, byte order marks, duplicate names, invalid characters, and numbers that no double holds.
 */
public final class StrictJson implements AutoCloseable {
    public static final int MAX_DEPTH = 32;
    private static final int MAX_NUMBER_LENGTH = 64;
    private static final int MAX_NAME_LENGTH = 1_000;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            // Names come from untrusted input and must not fill the JVM's table of interned strings.
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(MAX_NUMBER_LENGTH)
                    .maxNameLength(MAX_NAME_LENGTH)
                    .build())
            .build();

    private final JsonParser parser;
    private final boolean escaped;

    /** @throws InvalidRequestException if the bytes are not valid UTF-8 */
    public StrictJson(byte[] bytes, int offset, int length) throws IOException {
        int scanned = Utf8.scan(bytes, offset, offset + length);
        if (scanned == Utf8.INVALID || length > 0 && bytes[offset] == (byte) 0xef) {
            throw new InvalidRequestException("", null, "JSON in UTF-8, without NULs and without a byte order mark");
        }
        escaped = scanned == Utf8.ESCAPED;
        parser = FACTORY.createParser(bytes, offset, length);
    }

    public JsonParser parser() {
        return parser;
    }

    /** The pointer to the current token. */
    public String pointer() {
        return parser.getParsingContext().pathAsPointer().toString();
    }

    /** The string at the parser; computes the pointer only if there is an error. */
    public String string(FieldErrors errors) throws IOException {
        String text = parser.getText();
        if (escaped && !TextChecks.isClean(text)) {
            return errors.isFull() ? null : string(pointer(), errors);
        }
        return text;
    }

    /** The string at the parser; null if it contains invalid characters, which is reported. */
    public String string(String pointer, FieldErrors errors) throws IOException {
        String text = parser.getText();
        if (escaped && !TextChecks.isClean(text)) {
            errors.add(pointer, text, "no NUL and no unpaired surrogate");
            return null;
        }
        return text;
    }

    /** Whether escapes may yield characters that the byte scan did not see. */
    boolean escaped() {
        return escaped;
    }

    /** The current value for an error message: a scalar verbatim, an object or array abbreviated. */
    public String currentText() throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> "{…}";
            case START_ARRAY -> "[…]";
            default -> parser.getText();
        };
    }

    /** Skips the current value; its last token is the current one afterwards. */
    public void skip(FieldErrors errors) throws IOException {
        new JsonValueCheck(this, errors).walk();
    }

    /** Reports anything after the value. */
    public void end(FieldErrors errors) throws IOException {
        JsonToken next = parser.nextToken();
        if (next != null) {
            errors.add("", currentText(), "nothing after the end of the JSON value");
        }
    }

    /** The error for JSON that can't be read any further. */
    public InvalidRequestException unreadable(IOException cause, FieldErrors errors) {
        String expected = cause instanceof StreamConstraintsException
                ? "at most " + MAX_DEPTH + " levels, names of " + MAX_NAME_LENGTH + " and numbers of "
                        + MAX_NUMBER_LENGTH + " characters; more are at "
                : cause instanceof JsonEOFException
                        ? "well-formed JSON; it ends too early at "
                        : "well-formed JSON; it is malformed at ";
        errors.add(pointer(), null, expected + position(cause));
        return errors.exception();
    }

    /** Not the message of the parser, which is written for developers of Java and quotes the text, perhaps a secret. */
    private String position(IOException cause) {
        JsonLocation found = cause instanceof JsonProcessingException problem ? problem.getLocation() : null;
        JsonLocation location = found == null ? parser.currentLocation() : found;
        return "line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }
}
