package dev.tidings.server.docs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The answer that a document shows after a command. {@code …} stands for any text; as a whole JSON value, for any value.
 *
 * @param kind {@code json}, {@code ndjson} or {@code text}
 */
record ShownAnswer(String kind, String text) {
    private static final String ANY = "…";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Returns the first difference between this and an output; empty if there is none. */
    Optional<String> difference(String output) {
        String actual = output.replace("\r", "").strip();
        try {
            return switch (kind) {
                case "json" -> difference("", JSON.readTree(text), JSON.readTree(actual));
                case "ndjson" ->
                    lineDifference(
                            text.strip().lines().toList(),
                            actual.lines().filter(line -> !line.isBlank()).toList());
                default -> matches(text.strip(), actual) ? Optional.empty() : Optional.of("the text differs");
            };
        } catch (JsonProcessingException e) {
            return Optional.of("no JSON: " + e.getOriginalMessage());
        }
    }

    private static Optional<String> lineDifference(List<String> expected, List<String> actual)
            throws JsonProcessingException {
        if (expected.size() != actual.size()) {
            return Optional.of("expected " + expected.size() + " lines, got " + actual.size());
        }
        for (int i = 0; i < expected.size(); i++) {
            Optional<String> difference =
                    difference("line " + (i + 1) + " ", JSON.readTree(expected.get(i)), JSON.readTree(actual.get(i)));
            if (difference.isPresent()) {
                return difference;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> difference(String where, JsonNode expected, JsonNode actual) {
        if (expected.isTextual() && expected.asText().equals(ANY)) {
            return Optional.empty();
        }
        if (expected.isTextual() && actual.isTextual() && matches(expected.asText(), actual.asText())) {
            return Optional.empty();
        }
        if (expected.isObject() && actual.isObject()) {
            return objectDifference(where, expected, actual);
        }
        if (expected.isArray() && actual.isArray() && expected.size() == actual.size()) {
            for (int i = 0; i < expected.size(); i++) {
                Optional<String> difference = difference(where + "/" + i, expected.get(i), actual.get(i));
                if (difference.isPresent()) {
                    return difference;
                }
            }
            return Optional.empty();
        }
        return expected.equals(actual)
                ? Optional.empty()
                : Optional.of(where + ": expected " + expected + ", got " + actual);
    }

    private static Optional<String> objectDifference(String where, JsonNode expected, JsonNode actual) {
        if (!names(expected).equals(names(actual))) {
            return Optional.of(where + ": expected the fields " + names(expected) + ", got " + names(actual));
        }
        for (String name : names(expected)) {
            Optional<String> difference = difference(where + "/" + name, expected.get(name), actual.get(name));
            if (difference.isPresent()) {
                return difference;
            }
        }
        return Optional.empty();
    }

    private static Set<String> names(JsonNode object) {
        Set<String> names = new TreeSet<>();
        for (Iterator<String> each = object.fieldNames(); each.hasNext(); ) {
            names.add(each.next());
        }
        return names;
    }

    private static boolean matches(String expected, String actual) {
        StringBuilder pattern = new StringBuilder();
        for (String part : expected.split(ANY, -1)) {
            pattern.append(pattern.isEmpty() ? "" : ".*?").append(Pattern.quote(part));
        }
        return Pattern.compile(pattern.toString(), Pattern.DOTALL)
                .matcher(actual)
                .matches();
    }
}
