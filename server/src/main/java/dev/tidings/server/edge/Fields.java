package dev.tidings.server.edge;

import dev.tidings.server.config.Nearest;
import dev.tidings.server.intake.FieldErrors;
import dev.tidings.server.intake.Text;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoublePredicate;
import java.util.function.Predicate;

/**
 * The fields of an object in a small body: asked for one by one, each with what it should be. Mistakes are collected; those who ask
 * get something harmless instead, and have to call {@link #refuseOthers} before they believe it.
 */
final class Fields {
    /** JSON's null, which is something else than nothing. */
    static final Object NULL = new Object() {
        @Override
        public String toString() {
            return "null";
        }
    };

    private final String pointer;
    private final Map<String, Object> values;
    private final FieldErrors errors;
    private final Set<String> known = new TreeSet<>();

    Fields(String pointer, Map<String, Object> values, FieldErrors errors) {
        this.pointer = pointer;
        this.values = values;
        this.errors = errors;
    }

    /** The whole body, an object. */
    static Fields ofBody(byte[] body) {
        FieldErrors errors = new FieldErrors();
        Object value = JsonTree.read(body, 0, body.length, errors, JsonBudget.ofOneBody());
        errors.throwIfAny();
        return of("", value, errors);
    }

    /** No fields, and the mistake noted, if it is no object. */
    static Fields of(String pointer, Object value, FieldErrors errors) {
        if (value instanceof JsonTree.Members object) {
            return new Fields(pointer, object.values(), errors);
        }
        errors.add(pointer, shown(value), "an object");
        return new Fields(pointer, Map.of(), errors);
    }

    FieldErrors errors() {
        return errors;
    }

    String at(String name) {
        return FieldErrors.child(pointer, name);
    }

    Optional<String> text(String name, String expected, Predicate<String> fine) {
        return value(name).flatMap(value -> {
            if (value instanceof String text && fine.test(text)) {
                return Optional.of(text);
            }
            errors.add(at(name), shown(value), expected);
            return Optional.empty();
        });
    }

    /** A text of so many bytes without control characters. */
    Optional<String> line(String name, int most) {
        return text(
                name,
                "a text of 1 to " + most + " bytes without control characters",
                text -> !text.isEmpty() && Text.fits(text, most) && !Text.hasControls(text));
    }

    String required(String name, Optional<String> value, String expected) {
        return required(name, value, "", expected);
    }

    /** @param otherwise of no meaning: what is missing is noted, and the body will be refused for it */
    <T> T required(String name, Optional<T> value, T otherwise, String expected) {
        if (!values.containsKey(name)) {
            errors.add(at(name), null, expected);
        }
        return value.orElse(otherwise);
    }

    Optional<Boolean> bool(String name) {
        return value(name).flatMap(value -> {
            if (value instanceof Boolean bool) {
                return Optional.of(bool);
            }
            errors.add(at(name), shown(value), "true or false");
            return Optional.empty();
        });
    }

    Optional<Integer> integer(String name, int least, int most) {
        return value(name).flatMap(value -> {
            if (value instanceof Long number && number >= least && number <= most) {
                return Optional.of(number.intValue());
            }
            errors.add(at(name), shown(value), "a whole number from " + least + " to " + most);
            return Optional.empty();
        });
    }

    Optional<Double> number(String name, String expected, DoublePredicate fine) {
        return value(name).flatMap(value -> {
            if (value instanceof Number number && fine.test(number.doubleValue())) {
                return Optional.of(number.doubleValue());
            }
            errors.add(at(name), shown(value), expected);
            return Optional.empty();
        });
    }

    /** A length of time in whole milliseconds. */
    Optional<Duration> duration(String name, Duration least, Duration most) {
        String expected = "a length of time (ISO 8601) in whole milliseconds from " + least + " to " + most;
        return text(
                        name,
                        expected,
                        text -> duration(text)
                                .filter(given -> given.compareTo(least) >= 0 && given.compareTo(most) <= 0)
                                .isPresent())
                .flatMap(Fields::duration);
    }

    private static Optional<Duration> duration(String text) {
        try {
            return Optional.of(Duration.parse(text)).filter(given -> given.getNano() % 1_000_000 == 0);
        } catch (DateTimeParseException | ArithmeticException no) {
            return Optional.empty();
        }
    }

    /** An array of at least one, whose elements are looked at one by one. */
    Optional<List<Object>> array(String name, String expected) {
        return array(name, expected, values -> !values.isEmpty());
    }

    /** The same, where none may be fine as well. */
    Optional<List<Object>> list(String name, String expected) {
        return array(name, expected, values -> true);
    }

    private Optional<List<Object>> array(String name, String expected, Predicate<List<Object>> fine) {
        return value(name).flatMap(value -> {
            if (value instanceof JsonTree.Elements array && fine.test(array.values())) {
                return Optional.of(array.values());
            }
            errors.add(at(name), shown(value), expected);
            return Optional.empty();
        });
    }

    Optional<Fields> object(String name) {
        return value(name).map(value -> of(at(name), value, errors));
    }

    /** Whether it is there and null, where that means something. */
    boolean isNull(String name) {
        return value(name).filter(value -> value == NULL).isPresent();
    }

    /** What is there, whatever it is. */
    Optional<Object> any(String name) {
        return value(name);
    }

    /** All fields, where their names are the caller's own. */
    Map<String, Object> all() {
        return values;
    }

    private Optional<Object> value(String name) {
        known.add(name);
        return Optional.ofNullable(values.get(name));
    }

    /** Notes every field that nobody asked for. */
    Fields noOthers() {
        for (String name : values.keySet()) {
            if (errors.full()) {
                break;
            }
            if (!known.contains(name)) {
                errors.add(at(name), name, expectedInstead(name));
            }
        }
        return this;
    }

    /** At the end: throws if anything was wrong. */
    void refuseOthers() {
        noOthers();
        errors.throwIfAny();
    }

    private String expectedInstead(String name) {
        return Nearest.to(name.length() > 64 ? name.substring(0, 64) : name, known)
                .map(near -> "a known field: did you mean '" + near + "'?")
                .orElse(known.isEmpty() ? "no fields" : "one of the fields " + String.join(", ", known));
    }

    static String shown(Object value) {
        if (value instanceof JsonTree.Members) {
            return "{…}";
        }
        return value instanceof JsonTree.Elements ? "[…]" : String.valueOf(value);
    }
}
