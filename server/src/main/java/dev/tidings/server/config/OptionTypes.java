package dev.tidings.server.config;

import static dev.tidings.server.config.YamlNode.Scalar.Type.BOOLEAN;
import static dev.tidings.server.config.YamlNode.Scalar.Type.NUMBER;
import static dev.tidings.server.config.YamlNode.Scalar.Type.TEXT;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the {@link OptionType} for the Java type of an option, such as {@link Duration}, an enum or a list of strings. */
final class OptionTypes {

    /** Without leading zeros, which YAML 1.1 reads as octal. */
    private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9][0-9_]*)");

    static final OptionType<Secret> SECRET = new OptionType<>(
            "secret",
            "a text, and not the mask " + Secret.MASK,
            Set.of(TEXT),
            Secret::new,
            secret -> MessageText.yaml(secret.isEmpty() ? "" : Secret.MASK));

    static final OptionType<List<String>> LIST = new OptionType<>(
            "list of texts",
            "a list of texts",
            Set.of(),
            OptionTypes::commaSeparated,
            items -> items.stream().map(MessageText::yaml).collect(Collectors.joining(", ", "[", "]")));

    private static final Map<Type, OptionType<?>> BY_TYPE = Map.of(
            String.class,
            new OptionType<String>("text", "a text", Set.of(TEXT), text -> text, MessageText::yaml),
            int.class,
            new OptionType<>(
                    "whole number",
                    "a whole number",
                    Set.of(NUMBER),
                    text -> Integer.parseInt(integerText(text)),
                    String::valueOf),
            long.class,
            new OptionType<>(
                    "whole number",
                    "a whole number",
                    Set.of(NUMBER),
                    text -> Long.parseLong(integerText(text)),
                    String::valueOf),
            boolean.class,
            new OptionType<>(
                    "true or false", "true or false", Set.of(BOOLEAN), OptionTypes::trueOrFalse, String::valueOf),
            Path.class,
            new OptionType<>(
                    "path", "a path", Set.of(TEXT), OptionTypes::path, path -> MessageText.yaml(path.toString())),
            Duration.class,
            new OptionType<>(
                    "duration", "a duration such as 30s, 5m or 24h", Set.of(TEXT), Durations::parse, Durations::print),
            ByteSize.class,
            new OptionType<>(
                    "size",
                    "a size such as 64MiB, 1 GiB or a number of bytes",
                    Set.of(TEXT, NUMBER),
                    ByteSize::parse,
                    ByteSize::toString),
            Secret.class,
            SECRET);

    private OptionTypes() {}

    static OptionType<?> of(Type type) {
        if (type instanceof Class<?> candidate && candidate.isEnum()) {
            return oneOf(candidate.getEnumConstants());
        }
        if (type instanceof ParameterizedType generic
                && generic.getRawType() == List.class
                && generic.getActualTypeArguments()[0] == String.class) {
            return LIST;
        }
        OptionType<?> kind = BY_TYPE.get(type);
        if (kind == null) {
            throw new IllegalStateException("got an option of type " + type + ", expected one of " + BY_TYPE.keySet()
                    + ", List<String>, an enum, or a record of options");
        }
        return kind;
    }

    private static OptionType<Object> oneOf(Object[] constants) {
        String names = Arrays.stream(constants).map(OptionTypes::name).collect(Collectors.joining(", "));
        return new OptionType<>(
                "one of " + names,
                "one of " + names,
                // "off" and "no" are valid names, but YAML reads them as booleans; the scalar still has the original
                // text.
                Set.of(TEXT, BOOLEAN),
                text -> Arrays.stream(constants)
                        .filter(constant -> name(constant).equals(text))
                        .findAny()
                        .orElseThrow(IllegalArgumentException::new),
                constant -> MessageText.yaml(name(constant)));
    }

    private static String name(Object constant) {
        return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT);
    }

    private static String integerText(String text) {
        if (!WHOLE.matcher(text).matches()) {
            throw new IllegalArgumentException(text);
        }
        return text.replace("_", "");
    }

    /** Only these two spellings: programs disagree about the meaning of "yes". */
    private static boolean trueOrFalse(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static Path path(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException(text);
        }
        return Path.of(text);
    }

    private static List<String> commaSeparated(String text) {
        return Stream.of(text.split(","))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .toList();
    }
}
