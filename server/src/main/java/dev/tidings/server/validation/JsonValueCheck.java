package dev.tidings.server.validation;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * Validates a JSON value with arbitrary fields while {@link StrictJson} skips it. Records duplicate names, invalid characters and numbers
 * that no double holds as errors.
 */
final class JsonValueCheck {
    private final StrictJson json;
    private final JsonParser parser;
    private final FieldErrors errors;
    private Names names;

    JsonValueCheck(StrictJson json, FieldErrors errors) {
        this.json = json;
        this.parser = json.parser();
        this.errors = errors;
    }

    void walk() throws IOException {
        int depth = 0;
        JsonToken token = parser.currentToken();
        while (true) {
            if (token == null) {
                return;
            }
            switch (token) {
                case START_OBJECT -> {
                    depth++;
                    names = new Names(names);
                }
                case START_ARRAY -> depth++;
                case END_OBJECT -> {
                    depth--;
                    names = names.outer;
                }
                case END_ARRAY -> depth--;
                case FIELD_NAME -> name(parser.currentName());
                case VALUE_STRING -> {
                    if (json.escaped()) {
                        json.string(errors);
                    }
                }
                case VALUE_NUMBER_FLOAT -> {
                    if (Double.isInfinite(parser.getDoubleValue())) {
                        wrong(parser.getText(), "a number that a double can hold");
                    }
                }
                default -> {}
            }
            if (depth == 0) {
                return;
            }
            token = parser.nextToken();
        }
    }

    private void name(String name) {
        if (!names.add(name)) {
            wrong(name, "each field once");
        }
        if (json.escaped() && !TextChecks.isClean(name)) {
            wrong(name, "no NUL and no unpaired surrogate");
        }
    }

    /** Computing the pointer to a deep value costs more than reading it: skipped if the error would be dropped. */
    private void wrong(String value, String expected) {
        if (!errors.isFull()) {
            errors.add(json.pointer(), value, expected);
        }
    }

    /** The names of one object seen so far. Most objects have few, for which a linear search is faster than hashing. */
    private static final class Names {
        private static final int FEW = 8;
        final Names outer;
        private final String[] few = new String[FEW];
        private int count;
        private Set<String> many;

        Names(Names outer) {
            this.outer = outer;
        }

        boolean add(String name) {
            if (many != null) {
                return many.add(name);
            }
            for (int i = 0; i < count; i++) {
                if (few[i].equals(name)) {
                    return false;
                }
            }
            if (count < FEW) {
                few[count++] = name;
                return true;
            }
            many = new HashSet<>(Set.of(few));
            return many.add(name);
        }
    }
}
