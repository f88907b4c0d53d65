package dev.tidings.templates;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses the JSON data of a notification to plain values: Map, List, String, Boolean, {@link NumberText} and null. A template can reach
 * nothing else.
 */
final class TemplateData {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            // Names come from untrusted requests: they must not fill the JVM's table of interned strings.
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    /** A number in its original spelling: 1.10 must not become 1.1 where it is an amount. */
    record NumberText(String text) {}

    private TemplateData() {}

    /** @param json an object that was validated before; null if there is none */
    static Map<String, Object> read(String json) {
        if (json == null) {
            return Map.of();
        }
        try (JsonParser parser = FACTORY.createParser(json)) {
            parser.nextToken();
            return members(parser);
        } catch (IOException e) {
            throw new IllegalStateException("accepted data is not valid JSON", e);
        }
    }

    private static Map<String, Object> members(JsonParser parser) throws IOException {
        Map<String, Object> members = new LinkedHashMap<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            members.put(name, value(parser));
        }
        return members;
    }

    private static Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> members(parser);
            case START_ARRAY -> {
                List<Object> elements = new ArrayList<>();
                while (!parser.nextToken().isStructEnd()) {
                    elements.add(value(parser));
                }
                yield elements;
            }
            case VALUE_STRING -> parser.getText();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new NumberText(parser.getText());
            default -> null;
        };
    }

    /** The value as text; null if it is an object, a list or null. */
    static String text(Object value) {
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof NumberText figure) {
            return figure.text();
        }
        return value instanceof Boolean bool ? bool.toString() : null;
    }

    /** Writes the value as JSON. */
    static void json(Object value, BoundedOutput out) {
        if (value instanceof String text) {
            out.append('"');
            Escape.JSON.append(text, out);
            out.append('"');
        } else if (value instanceof Map<?, ?> members) {
            char separator = '{';
            for (Map.Entry<?, ?> member : members.entrySet()) {
                out.append(separator);
                json(member.getKey(), out);
                out.append(':');
                json(member.getValue(), out);
                separator = ',';
            }
            out.append(members.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> elements) {
            char separator = '[';
            for (Object element : elements) {
                out.append(separator);
                json(element, out);
                separator = ',';
            }
            out.append(elements.isEmpty() ? "[]" : "]");
        } else {
            out.append(value == null ? "null" : text(value));
        }
    }
}
