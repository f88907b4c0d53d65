package dev.tidings.server.intake;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;

/**
 * JSON as RFC 8259 has it and no more, one value to a text. Jackson is strict by itself about comments, quotes, leading zeros and
 * commas; what it lets pass is refused here: other encodings, byte order marks, repeated names, characters that are none, numbers
 * that no double holds.
 */
public final class StrictJson implements AutoCloseable {
    public static final int DEEPEST = 32;
    private static final int LONGEST_NUMBER = 64;
    private static final int LONGEST_NAME = 1_000;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            // Names come from strangers: the JVM's table of interned strings is no place for them.
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxNumberLength(LONGEST_NUMBER)
                    .maxNameLength(LONGEST_NAME)
                    .build())
            .build();

    private final JsonParser parser;
    private final boolean escaped;

    /** @throws InvalidRequestException if the bytes are no UTF-8 */
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

    /** Where the parser is. */
    public String pointer() {
        return parser.getParsingContext().pathAsPointer().toString();
    }

    /** As the other, for those who have no pointer at hand: it is only made if there is something to point at. */
    public String string(FieldErrors errors) throws IOException {
        String text = parser.getText();
        if (escaped && !Text.isClean(text)) {
            return errors.full() ? null : string(pointer(), errors);
        }
        return text;
    }

    /** The string at which the parser is; null if it contains what no string may, which is added to the errors. */
    public String string(String pointer, FieldErrors errors) throws IOException {
        String text = parser.getText();
        if (escaped && !Text.isClean(text)) {
            errors.add(pointer, text, "no NUL and no half of a surrogate pair");
            return null;
        }
        return text;
    }

    /** Whether a name or string may contain what was not seen in the bytes. */
    boolean escaped() {
        return escaped;
    }

    /** What is at the parser, for an error: a scalar as it is, of anything larger only what it is. */
    public String shown() throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> "{…}";
            case START_ARRAY -> "[…]";
            default -> parser.getText();
        };
    }

    /** Passes over the value at which the parser is; its last token is the current one afterwards. */
    public void skip(FieldErrors errors) throws IOException {
        new AnyValue(this, errors).walk();
    }

    /** After the value: there must not be another. */
    public void end(FieldErrors errors) throws IOException {
        JsonToken next = parser.nextToken();
        if (next != null) {
            errors.add("", shown(), "nothing after the end of the JSON value");
        }
    }

    /** What to answer if the text can't be read any further. */
    public InvalidRequestException unreadable(IOException cause, FieldErrors errors) {
        String what = cause instanceof JsonProcessingException problem ? problem.getOriginalMessage() : "not readable";
        String expected = cause instanceof StreamConstraintsException
                ? "at most " + DEEPEST + " levels, names of " + LONGEST_NAME + " and numbers of " + LONGEST_NUMBER
                        + " characters"
                : "well-formed JSON";
        errors.add(pointer(), what, expected);
        return errors.exception();
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }
}
