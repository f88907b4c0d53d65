package dev.tidings.bench;

import java.util.Locale;

/** A measured value with an upper limit that holds on any machine; missed if the median exceeds the limit. */
public record BoundedFigure(String bench, String name, Spread value, String unit, double limit)
        implements BenchOutcome {
    @Override
    public boolean met() {
        return value.median() <= limit;
    }

    @Override
    public String json() {
        return String.format(
                Locale.ROOT,
                "{\"bench\":\"%s\",\"case\":\"%s\",\"value\":%.1f,\"unit\":\"%s\",\"spread\":[%.1f,%.1f],\"atMost\":%.1f,\"met\":%b}",
                bench,
                name,
                value.median(),
                unit,
                value.min(),
                value.max(),
                limit,
                met());
    }

    @Override
    public String text() {
        return String.format(
                Locale.ROOT,
                "%-28s %,12.0f %s  (%,.0f to %,.0f)  at most %,.0f %s",
                name,
                value.median(),
                unit,
                value.min(),
                value.max(),
                limit,
                met() ? "met" : "MISSED");
    }
}
