package dev.tidings.client.model;

import com.fasterxml.jackson.databind.node.TextNode;

/**
 * An invalid field of a request.
 *
 * @param pointer a JSON pointer into the body, or {@code query:}, {@code path:} or {@code header:} and the name of a parameter
 * @param value the given value, shortened; null if absent
 */
public record FieldError(String pointer, String value, String expected) {
    /** One line for people. */
    public String explanation() {
        String given = value == null ? "null" : TextNode.valueOf(value).toString();
        return pointer + ": got " + given + ", expected " + expected;
    }
}
