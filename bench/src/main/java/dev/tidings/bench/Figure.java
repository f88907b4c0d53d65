package dev.tidings.bench;

import java.util.Locale;

/** A measured value without a reference or target, for information only. */
public record Figure(String bench, String name, double value, String unit) implements BenchOutcome {
    @Override
    public boolean met() {
        return true;
    }

    @Override
    public String json() {
        return String.format(
                Locale.ROOT,
                "{\"bench\":\"%s\",\"case\":\"%s\",\"value\":%.1f,\"unit\":\"%s\"}",
                bench,
                name,
                value,
                unit);
    }

    @Override
    public String text() {
        return String.format(Locale.ROOT, "%-28s %,12.0f %s", name, value, unit);
    }
}
