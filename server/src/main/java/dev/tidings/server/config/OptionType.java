package dev.tidings.server.config;

import dev.tidings.server.config.YamlNode.Scalar.Type;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The type of an option, such as a duration: parses a value from text or YAML, and prints it as YAML.
 *
 * @param name its name in the reference
 * @param expected the expected value, for error messages
 * @param scalars the YAML scalars it accepts: {@code port: "80"} is rejected, as in any typed format
 * @param parse parses the text; throws IllegalArgumentException
 * @param print prints the value as YAML
 */
record OptionType<T>(
        String name, String expected, Set<Type> scalars, Function<String, T> parse, Function<T, String> print) {

    /** Parses the text of an environment variable. */
    Optional<T> read(String text) {
        try {
            return Optional.of(parse.apply(text));
        } catch (IllegalArgumentException unfit) {
            return Optional.empty();
        }
    }

    /** Parses a value of the file. */
    Optional<T> read(YamlNode node) {
        return node instanceof YamlNode.Scalar scalar && scalars.contains(scalar.type())
                ? read(scalar.text())
                : Optional.empty();
    }

    String print(Object value) {
        // Safe: a setting prints only values it has parsed itself, or those of its own component.
        @SuppressWarnings("unchecked")
        T typed = (T) value;
        return print.apply(typed);
    }

    /** Whether values are masked. */
    boolean isSecret() {
        return this == OptionTypes.SECRET;
    }

    /** Whether values are lists of texts. */
    boolean isList() {
        return this == OptionTypes.LIST;
    }
}
