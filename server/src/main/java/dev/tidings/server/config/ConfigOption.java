package dev.tidings.server.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One option: its path such as {@code http.port}, its declaration and its type. Parses and checks its value from the file or the
 * environment, and throws {@link InvalidOptionException} if it is invalid.
 */
record ConfigOption(String path, Option option, OptionType<?> kind) {

    static final String PREFIX = "TIDINGS_";

    /** {@code http.maxBodyBytes} is {@code TIDINGS_HTTP_MAX_BODY_BYTES}. */
    String variable() {
        return variableOf(path);
    }

    static String variableOf(String path) {
        return PREFIX
                + path.replace('.', '_')
                        .replaceAll("([a-z0-9])([A-Z])", "$1_$2")
                        .toUpperCase(Locale.ROOT);
    }

    /** The accepted values, for the reference. */
    String type() {
        return range().isEmpty() ? kind.name() : kind.name() + ", " + range();
    }

    Object defaultValue() {
        return read(option.defaultsTo());
    }

    /** Parses a value of the environment, or a default. */
    Object read(String text) {
        String got = kind.isSecret() ? "a text" : MessageText.quoted(text);
        Object value =
                kind.read(text).map(Object.class::cast).orElseThrow(() -> new InvalidOptionException(got, expected()));
        return checked(value);
    }

    /** Parses a value of the file. */
    Object read(YamlNode node) {
        if (kind.isList()) {
            return checked(texts(node));
        }
        Object value = kind.read(node).map(Object.class::cast).orElseThrow(() -> unfit(node));
        return checked(value);
    }

    private List<String> texts(YamlNode node) {
        if (!(node instanceof YamlNode.Sequence sequence)) {
            throw unfit(node);
        }
        List<String> texts = new ArrayList<>();
        for (YamlNode item : sequence.items()) {
            if (!(item instanceof YamlNode.Scalar scalar) || scalar.type() != YamlNode.Scalar.Type.TEXT) {
                throw unfit(node);
            }
            texts.add(scalar.text());
        }
        return List.copyOf(texts);
    }

    private InvalidOptionException unfit(YamlNode node) {
        boolean hidden = kind.isSecret() || !option.form().shown();
        return new InvalidOptionException(hidden ? node.hidden() : node.shown(), expected());
    }

    /** Checks the bounds, for all options and all sources. */
    private Object checked(Object value) {
        if (below(option.min(), value) || above(option.max(), value)) {
            throw new InvalidOptionException(kind.print(value), range());
        }
        if (value instanceof String text) {
            checkForm(text);
        } else if (value instanceof List<?> texts) {
            texts.forEach(text -> checkForm((String) text));
        }
        return value;
    }

    private void checkForm(String text) {
        TextFormat form = option.form();
        if (!form.fits(text)) {
            throw new InvalidOptionException(form.shown() ? MessageText.quoted(text) : "another text", form.expected());
        }
    }

    private boolean below(String min, Object value) {
        return !min.isEmpty() && compare(value, min) < 0;
    }

    private boolean above(String max, Object value) {
        return !max.isEmpty() && compare(value, max) > 0;
    }

    @SuppressWarnings("unchecked") // both were parsed by the same kind
    private int compare(Object value, String bound) {
        return ((Comparable<Object>) value).compareTo(kind.read(bound).orElseThrow());
    }

    private String expected() {
        return range().isEmpty() ? kind.expected() : kind.expected() + ", " + range();
    }

    private String range() {
        if (option.min().isEmpty()) {
            return option.max().isEmpty() ? "" : "at most " + option.max();
        }
        return option.max().isEmpty() ? option.min() + " or more" : option.min() + " to " + option.max();
    }
}
