package dev.tidings.server.config;

import dev.tidings.server.config.Node.Scalar.Type;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A type that an option can have: how it is read and written.
 *
 * @param name what the reference calls it
 * @param expected what a message asks for
 * @param scalars which scalars of YAML it takes: {@code port: "80"} is refused, as it is in any typed format
 * @param parse from its text; throws IllegalArgumentException
 * @param print as YAML
 */
record Kind<T>(String name, String expected, Set<Type> scalars, Function<String, T> parse, Function<T, String> print) {

    /** Reads it as the environment gives it. */
    Optional<T> read(String text) {
        try {
            return Optional.of(parse.apply(text));
        } catch (IllegalArgumentException unfit) {
            return Optional.empty();
        }
    }

    /** Reads it as the file gives it. */
    Optional<T> read(Node node) {
        return node instanceof Node.Scalar scalar && scalars.contains(scalar.type())
                ? read(scalar.text())
                : Optional.empty();
    }

    String print(Object value) {
        // Safe: a setting prints only what it has read itself, or what stands in its component.
        @SuppressWarnings("unchecked")
        T typed = (T) value;
        return print.apply(typed);
    }

    /** Whether values must not be shown. */
    boolean secret() {
        return this == Kinds.SECRET;
    }

    /** Whether values are lists of texts. */
    boolean list() {
        return this == Kinds.LIST;
    }
}
