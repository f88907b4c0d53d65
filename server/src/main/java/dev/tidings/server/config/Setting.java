package dev.tidings.server.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One option: a component of the record tree, and its path. */
record Setting(String path, Option option, Kind<?> kind) {

    static final String PREFIX = "TIDINGS_";

    /** {@code http.maxBodyBytes} is {@code TIDINGS_HTTP_MAX_BODY_BYTES}. */
    String variable() {
        return PREFIX
                + path.replace('.', '_')
                        .replaceAll("([a-z0-9])([A-Z])", "$1_$2")
                        .toUpperCase(Locale.ROOT);
    }

    /** The accepted values, for the reference. */
    String type() {
        return range().isEmpty() ? kind.name() : kind.name() + ", " + range();
    }

    Object byDefault() {
        return read(option.defaultsTo());
    }

    /** Parses a value of the environment, or a default. */
    Object read(String text) {
        String got = kind.secret() ? "a text" : Shown.quoted(text);
        Object value = kind.read(text).map(Object.class::cast).orElseThrow(() -> new Unfit(got, expected()));
        return checked(value);
    }

    /** Parses a value of the file. */
    Object read(Node node) {
        if (kind.list()) {
            return checked(texts(node));
        }
        Object value = kind.read(node).map(Object.class::cast).orElseThrow(() -> unfit(node));
        return checked(value);
    }

    private List<String> texts(Node node) {
        if (!(node instanceof Node.Sequence sequence)) {
            throw unfit(node);
        }
        List<String> texts = new ArrayList<>();
        for (Node item : sequence.items()) {
            if (!(item instanceof Node.Scalar scalar) || scalar.type() != Node.Scalar.Type.TEXT) {
                throw unfit(node);
            }
            texts.add(scalar.text());
        }
        return List.copyOf(texts);
    }

    private Unfit unfit(Node node) {
        boolean hidden = kind.secret() || !option.form().shown();
        return new Unfit(hidden ? node.hidden() : node.shown(), expected());
    }

    /** Checks the bounds, for all options and all sources. */
    private Object checked(Object value) {
        if (below(option.min(), value) || above(option.max(), value)) {
            throw new Unfit(kind.print(value), range());
        }
        if (value instanceof String text) {
            checkForm(text);
        } else if (value instanceof List<?> texts) {
            texts.forEach(text -> checkForm((String) text));
        }
        return value;
    }

    private void checkForm(String text) {
        Form form = option.form();
        if (!form.fits(text)) {
            throw new Unfit(form.shown() ? Shown.quoted(text) : "another text", form.expected());
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
