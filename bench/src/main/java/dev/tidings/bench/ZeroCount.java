package dev.tidings.bench;

import java.util.Locale;

/** A count of events that must never happen, such as lost jobs; missed unless it is zero. */
public record ZeroCount(String bench, String name, long count, String unit) implements BenchOutcome {
    @Override
    public boolean met() {
        return count == 0;
    }

    @Override
    public String json() {
        return String.format(
                Locale.ROOT,
                "{\"bench\":\"%s\",\"case\":\"%s\",\"value\":%d,\"unit\":\"%s\",\"target\":0,\"met\":%b}",
                bench,
                name,
                count,
                unit,
                met());
    }

    @Override
    public String text() {
        return String.format(
                Locale.ROOT, "%-28s %,12d %s  none allowed %s", name, count, unit, met() ? "met" : "MISSED");
    }
}
