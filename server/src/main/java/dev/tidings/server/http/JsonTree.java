package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonParser;
import dev.tidings.server.validation.FieldErrors;
import dev.tidings.server.validation.InvalidRequestException;
import dev.tidings.server.validation.StrictJson;
import dev.tidings.server.validation.TextChecks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses a small JSON body into values: {@link JsonObject}, {@link JsonArray}, String, Boolean, Long for integers that fit, else Double,
 * and {@link JsonFields#NULL}. As strict as the parser of send requests.
 */
final class JsonTree {
    /** A JSON object. */
    record JsonObject(Map<String, Object> values) {}

    /** A JSON array. */
    record JsonArray(List<Object> values) {}

    private final StrictJson json;
    private final JsonParser parser;
    private final FieldErrors errors;
    private final JsonBudget budget;

    private JsonTree(StrictJson json, FieldErrors errors, JsonBudget budget) {
        this.json = json;
        this.parser = json.parser();
        this.errors = errors;
        this.budget = budget;
    }

    /**
     * @throws InvalidRequestException if it can't be parsed to its end; other errors are added to {@code errors}
     * @throws ProblemException if it exceeds the budget
     */
    static Object read(byte[] bytes, int offset, int length, FieldErrors errors, JsonBudget budget) {
        try (StrictJson json = new StrictJson(bytes, offset, length)) {
            try {
                if (json.parser().nextToken() == null) {
                    throw new InvalidRequestException("", null, "a JSON value");
                }
                Object value = new JsonTree(json, errors, budget).value();
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
        budget.countValue();
        return switch (parser.currentToken()) {
            case START_OBJECT -> members();
            case START_ARRAY -> elements();
            case VALUE_STRING -> {
                String text = json.string(errors);
                stopIfFull();
                yield text == null ? "" : text;
            }
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NUMBER_INT -> wholeNumber();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            default -> JsonFields.NULL;
        };
    }

    private Object wholeNumber() throws IOException {
        boolean fits = parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
        return fits ? (Object) parser.getLongValue() : (Object) parser.getDoubleValue();
    }

    /** The parser limits the recursion depth. */
    private JsonObject members() throws IOException {
        Map<String, Object> members = new LinkedHashMap<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            if (!TextChecks.isClean(name)) {
                addError(name, "no NUL and no half of a surrogate pair");
            }
            if (members.putIfAbsent(name, value()) != null) {
                addError(name, "each field once");
            }
        }
        return new JsonObject(members);
    }

    /** Computes the pointer only on errors: for every field of a deep body, it would dominate the cost. */
    private void addError(String name, String expected) {
        errors.add(json.pointer(), name, expected);
        stopIfFull();
    }

    private void stopIfFull() {
        if (errors.isFull()) {
            errors.throwIfAny();
        }
    }

    private JsonArray elements() throws IOException {
        List<Object> elements = new ArrayList<>();
        boolean wholeText = parser.getParsingContext().getParent().inRoot();
        while (!parser.nextToken().isStructEnd()) {
            if (wholeText) {
                budget.checkElements(elements.size() + 1);
            }
            elements.add(value());
        }
        return new JsonArray(elements);
    }
}
