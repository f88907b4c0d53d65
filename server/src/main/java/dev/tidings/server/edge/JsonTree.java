package dev.tidings.server.edge;

import com.fasterxml.jackson.core.JsonParser;
import dev.tidings.server.intake.FieldErrors;
import dev.tidings.server.intake.InvalidRequestException;
import dev.tidings.server.intake.StrictJson;
import dev.tidings.server.intake.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Small bodies as values: {@link Members}, {@link Elements}, String, Boolean, Long where a number is whole and fits, Double where not,
 * and {@link Fields#NULL}. As strict as what requests to send are read with.
 */
final class JsonTree {
    /** An object. */
    record Members(Map<String, Object> values) {}

    /** An array. */
    record Elements(List<Object> values) {}

    private final StrictJson json;
    private final JsonParser parser;
    private final FieldErrors errors;

    private JsonTree(StrictJson json, FieldErrors errors) {
        this.json = json;
        this.parser = json.parser();
        this.errors = errors;
    }

    /** @throws InvalidRequestException if it can't be read to its end; lesser mistakes are added to the errors */
    static Object read(byte[] bytes, int offset, int length, FieldErrors errors) {
        try (StrictJson json = new StrictJson(bytes, offset, length)) {
            try {
                if (json.parser().nextToken() == null) {
                    throw new InvalidRequestException("", null, "a JSON value");
                }
                Object value = new JsonTree(json, errors).value();
                json.end(errors);
                return value;
            } catch (IOException unreadable) {
                throw json.unreadable(unreadable, errors);
            }
        } catch (IOException impossible) {
            throw new IllegalStateException("reading from memory", impossible);
        }
    }

    private Object value() throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> members();
            case START_ARRAY -> elements();
            case VALUE_STRING -> {
                String text = json.string(json.pointer(), errors);
                yield text == null ? "" : text;
            }
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NUMBER_INT -> wholeNumber();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            default -> Fields.NULL;
        };
    }

    private Object wholeNumber() throws IOException {
        boolean fits = parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
        return fits ? (Object) parser.getLongValue() : (Object) parser.getDoubleValue();
    }

    /** The parser limits how deep this goes. */
    private Members members() throws IOException {
        Map<String, Object> members = new LinkedHashMap<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            String pointer = json.pointer();
            parser.nextToken();
            if (!Text.isClean(name)) {
                errors.add(pointer, name, "no NUL and no half of a surrogate pair");
            }
            if (members.putIfAbsent(name, value()) != null) {
                errors.add(pointer, name, "each field once");
            }
        }
        return new Members(members);
    }

    private Elements elements() throws IOException {
        List<Object> elements = new ArrayList<>();
        while (!parser.nextToken().isStructEnd()) {
            elements.add(value());
        }
        return new Elements(elements);
    }
}
