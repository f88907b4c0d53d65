package dev.tidings.server.template;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The data of a notification as values: Map, List, String, Boolean, {@link Figure} and null, and nothing else. So there is nothing for
 * a template to reach but these.
 */
final class Data {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            // Names come from strangers: the JVM's table of interned strings is no place for them.
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    /** A number as it was written: 1.10 is not 1.1 where it is an amount. */
    record Figure(String text) {}

    private Data() {}

    /** @param json an object, which was read before and found to be well-formed; null if there is none */
    static Map<String, Object> read(String json) {
        if (json == null) {
            return Map.of();
        }
        try (JsonParser parser = FACTORY.createParser(json)) {
            parser.nextToken();
            return members(parser);
        } catch (IOException e) {
            throw new IllegalStateException("data that was accepted is no JSON", e);
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
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Figure(parser.getText());
            default -> null;
        };
    }

    /** As text; null if it is nothing that a text is made of. */
    static String text(Object value) {
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof Figure figure) {
            return figure.text();
        }
        return value instanceof Boolean bool ? bool.toString() : null;
    }

    /** As JSON again. */
    static void json(Object value, Output out) {
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
