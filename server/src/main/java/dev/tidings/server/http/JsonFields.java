package dev.tidings.server.http;

import dev.tidings.server.validation.ClosestMatch;
import dev.tidings.server.validation.FieldErrors;
import dev.tidings.server.validation.Rfc3339;
import dev.tidings.server.validation.TextChecks;
import dev.tidings.server.validation.Times;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoublePredicate;
import java.util.function.Predicate;

/**
 * Reads the fields of a small JSON object one by one and validates each. Errors are collected: an invalid field yields a harmless
 * value, so call {@link #throwIfInvalid}, which throws on any error, before using the values.
 */
final class JsonFields {
    /** JSON's null, as opposed to an absent field. */
    static final Object NULL = new Object() {
        @Override
        public String toString() {
            return "null";
        }
    };

    private final String pointer;
    private final Map<String, Object> values;
    private final FieldErrors errors;
    private final boolean nullIsAbsent;
    private final Set<String> known = new TreeSet<>();

    JsonFields(String pointer, Map<String, Object> values, FieldErrors errors) {
        this(pointer, values, errors, false);
    }

    private JsonFields(String pointer, Map<String, Object> values, FieldErrors errors, boolean nullIsAbsent) {
        this.pointer = pointer;
        this.values = values;
        this.errors = errors;
        this.nullIsAbsent = nullIsAbsent;
    }

    /** The same fields, of which those with null count as absent, so that a response can be sent back as a request. */
    JsonFields nullsAsAbsent() {
        return new JsonFields(pointer, values, errors, true);
    }

    /** The whole body, an object. */
    static JsonFields ofBody(byte[] body) {
        FieldErrors errors = new FieldErrors();
        Object value = JsonTree.read(body, 0, body.length, errors, JsonBudget.forBody());
        errors.throwIfAny();
        return of("", value, errors);
    }

    /** If the value is not an object, adds an error and has no fields. */
    static JsonFields of(String pointer, Object value, FieldErrors errors) {
        if (value instanceof JsonTree.JsonObject object) {
            return new JsonFields(pointer, object.values(), errors);
        }
        errors.add(pointer, display(value), "an object");
        return new JsonFields(pointer, Map.of(), errors);
    }

    FieldErrors errors() {
        return errors;
    }

    String pointer(String name) {
        return FieldErrors.child(pointer, name);
    }

    Optional<String> text(String name, String expected, Predicate<String> valid) {
        return value(name).flatMap(value -> {
            if (value instanceof String text && valid.test(text)) {
                return Optional.of(text);
            }
            errors.add(pointer(name), display(value), expected);
            return Optional.empty();
        });
    }

    /** A text of limited size without control characters. */
    Optional<String> singleLine(String name, int max) {
        return text(
                name,
                "a text of 1 to " + max + " bytes without control characters",
                text -> !text.isEmpty() && TextChecks.fits(text, max) && !TextChecks.hasControls(text));
    }

    String required(String name, Optional<String> value, String expected) {
        return required(name, value, "", expected);
    }

    /** @param otherwise a placeholder: a missing field is an error, so the body will be rejected */
    <T> T required(String name, Optional<T> value, T otherwise, String expected) {
        if (value(name).isEmpty()) {
            errors.add(pointer(name), null, expected);
        }
        return value.orElse(otherwise);
    }

    Optional<Boolean> bool(String name) {
        return value(name).flatMap(value -> {
            if (value instanceof Boolean bool) {
                return Optional.of(bool);
            }
            errors.add(pointer(name), display(value), "true or false");
            return Optional.empty();
        });
    }

    Optional<Integer> integer(String name, int min, int max) {
        return value(name).flatMap(value -> {
            if (value instanceof Long number && number >= min && number <= max) {
                return Optional.of(number.intValue());
            }
            errors.add(pointer(name), display(value), "a whole number from " + min + " to " + max);
            return Optional.empty();
        });
    }

    Optional<Double> number(String name, String expected, DoublePredicate valid) {
        return value(name).flatMap(value -> {
            if (value instanceof Number number && valid.test(number.doubleValue())) {
                return Optional.of(number.doubleValue());
            }
            errors.add(pointer(name), display(value), expected);
            return Optional.empty();
        });
    }

    /** A duration in whole milliseconds. */
    Optional<Duration> duration(String name, Duration min, Duration max) {
        String expected = "a duration (ISO 8601) in whole milliseconds from " + min + " to " + max;
        return text(
                        name,
                        expected,
                        text -> duration(text)
                                .filter(given -> given.compareTo(min) >= 0 && given.compareTo(max) <= 0)
                                .isPresent())
                .flatMap(JsonFields::duration);
    }

    private static Optional<Duration> duration(String text) {
        try {
            return Optional.of(Duration.parse(text)).filter(given -> given.getNano() % 1_000_000 == 0);
        } catch (DateTimeParseException | ArithmeticException no) {
            return Optional.empty();
        }
    }

    /** A non-empty array, whose elements the caller validates. */
    Optional<List<Object>> array(String name, String expected) {
        return array(name, expected, values -> !values.isEmpty());
    }

    /** An array that may be empty. */
    Optional<List<Object>> list(String name, String expected) {
        return array(name, expected, values -> true);
    }

    private Optional<List<Object>> array(String name, String expected, Predicate<List<Object>> valid) {
        return value(name).flatMap(value -> {
            if (value instanceof JsonTree.JsonArray array && valid.test(array.values())) {
                return Optional.of(array.values());
            }
            errors.add(pointer(name), display(value), expected);
            return Optional.empty();
        });
    }

    Optional<JsonFields> object(String name) {
        return value(name).map(value -> of(pointer(name), value, errors));
    }

    /** Whether the field is present and null. */
    boolean isNull(String name) {
        return value(name).filter(value -> value == NULL).isPresent();
    }

    /** The value, of any type. */
    Optional<Object> raw(String name) {
        return value(name);
    }

    /** All fields, for objects with arbitrary names. */
    Map<String, Object> all() {
        return values;
    }

    private Optional<Object> value(String name) {
        known.add(name);
        return Optional.ofNullable(values.get(name)).filter(value -> !nullIsAbsent || value != NULL);
    }

    /** A text of responses that requests can't set: ignored if it is as stored. */
    void readOnly(String name, Optional<String> stored) {
        readOnly(name, stored, stored::equals);
    }

    /** A time of responses that requests can't set: ignored if it is as stored, in any format. */
    void readOnlyTime(String name, Optional<Instant> stored) {
        readOnly(
                name,
                stored.map(Times::text),
                text -> text.flatMap(Rfc3339::parse).equals(stored));
    }

    private void readOnly(String name, Optional<String> stored, Predicate<Optional<String>> asStored) {
        value(name).ifPresent(value -> {
            if (!(value instanceof String text && stored.isPresent() && asStored.test(Optional.of(text)))) {
                String expected = "no such field, as it is read-only";
                errors.add(
                        pointer(name),
                        display(value),
                        stored.map(now -> expected + "; or its current value " + now)
                                .orElse(expected));
            }
        });
    }

    /** Adds an error for every field that was not read. */
    JsonFields rejectUnknown() {
        for (String name : values.keySet()) {
            if (errors.isFull()) {
                break;
            }
            if (!known.contains(name)) {
                errors.add(pointer(name), name, expectedInstead(name));
            }
        }
        return this;
    }

    /** Adds an error for every field that was not read, and throws if there are any errors. */
    void throwIfInvalid() {
        rejectUnknown();
        errors.throwIfAny();
    }

    private String expectedInstead(String name) {
        return ClosestMatch.to(name.length() > 64 ? name.substring(0, 64) : name, known)
                .map(nearest -> "a known field: did you mean '" + nearest + "'?")
                .orElse(known.isEmpty() ? "no fields" : "one of the fields " + String.join(", ", known));
    }

    static String display(Object value) {
        if (value instanceof JsonTree.JsonObject) {
            return "{…}";
        }
        return value instanceof JsonTree.JsonArray ? "[…]" : String.valueOf(value);
    }
}
