package dev.tidings.server.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What the sources have given so far: values, where they came from, and mistakes. */
final class Given {

    private final Map<String, Object> values = new HashMap<>();
    private final Map<String, Origin> origins = new HashMap<>();
    private final List<Mistake> mistakes = new ArrayList<>();

    private record Mistake(Object where, String what) {
        /** A file is corrected from top to bottom, whatever was noticed first; variables come after it. */
        int order() {
            return where instanceof Origin.Line line ? line.line() : Integer.MAX_VALUE;
        }
    }

    /** Takes a value over that of an earlier source, or notes why it does not fit. */
    void take(Setting setting, Origin origin, Supplier<Object> value) {
        try {
            values.put(setting.path(), value.get());
            origins.put(setting.path(), origin);
        } catch (Unfit unfit) {
            mistake(origin, setting.path() + ": " + unfit.getMessage());
        }
    }

    void mistake(Object where, String what) {
        mistakes.add(new Mistake(where, what));
    }

    List<String> mistakes() {
        return mistakes.stream()
                .sorted(Comparator.comparingInt(Mistake::order))
                .map(mistake -> mistake.where() + ": " + mistake.what())
                .toList();
    }

    Map<String, Origin> origins() {
        return origins;
    }

    Object valueOf(Setting setting) {
        return values.computeIfAbsent(setting.path(), path -> setting.byDefault());
    }
}
