package dev.tidings.server.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Collects the option values that the file and the environment set, their origins, and all errors in them. A later source replaces the
 * value of an earlier one; an option that is not set has its default.
 */
final class CollectedValues {

    private final Map<String, Object> values = new HashMap<>();
    private final Map<String, Origin> origins = new HashMap<>();
    private final List<Mistake> mistakes = new ArrayList<>();

    /** One error and its location. */
    private record Mistake(Object where, String what) {
        /** The errors of a file are sorted by line; those of variables follow. */
        int order() {
            return where instanceof Origin.Line line ? line.line() : Integer.MAX_VALUE;
        }
    }

    /** Stores a value, replacing that of an earlier source, or records why it is invalid. */
    void take(ConfigOption setting, Origin origin, Supplier<Object> value) {
        try {
            values.put(setting.path(), value.get());
            origins.put(setting.path(), origin);
        } catch (InvalidOptionException unfit) {
            addError(origin, setting.path() + ": " + unfit.getMessage());
        }
    }

    void addError(Object where, String what) {
        mistakes.add(new Mistake(where, what));
    }

    List<String> errors() {
        return mistakes.stream()
                .sorted(Comparator.comparingInt(Mistake::order))
                .map(mistake -> mistake.where() + ": " + mistake.what())
                .toList();
    }

    Map<String, Origin> origins() {
        return origins;
    }

    Object valueOf(ConfigOption setting) {
        return values.computeIfAbsent(setting.path(), path -> setting.defaultValue());
    }
}
