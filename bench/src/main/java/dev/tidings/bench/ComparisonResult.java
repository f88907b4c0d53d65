package dev.tidings.bench;

import java.util.Locale;

/**
 * The result of a comparison: medians over its rounds, the spread of the ratio, and the CPU microseconds per operation of each side,
 * including background work of its process.
 */
public record ComparisonResult(
        BenchCase measured,
        double value,
        double referenceValue,
        double ratio,
        double lowest,
        double highest,
        double cpuMicros,
        double referenceCpuMicros)
        implements BenchOutcome {

    /** A benchmark case: its subject, reference, unit and minimum ratio. */
    public record BenchCase(String bench, String name, String unit, String reference, double target) {}

    /**
     * The share of the ratio at a tenth of the size that remains at this size.
     *
     * @param minimum the minimum share
     */
    public ComparisonResult retainedRatio(String name, ComparisonResult atTenth, double minimum) {
        double left = ratio / atTenth.ratio;
        return new ComparisonResult(
                new BenchCase(measured.bench(), name, "ratio", "ratio at a tenth", minimum),
                ratio,
                atTenth.ratio,
                left,
                left,
                left,
                cpuMicros,
                atTenth.cpuMicros);
    }

    /** A number of rows as it appears in the name of a case. */
    public static String size(long rows) {
        return rows >= 1_000_000 ? rows / 1_000_000 + "M" : rows / 1_000 + "k";
    }

    @Override
    public boolean met() {
        return ratio >= measured.target();
    }

    @Override
    public String json() {
        return String.format(
                Locale.ROOT,
                "{\"bench\":\"%s\",\"case\":\"%s\",\"value\":%s,\"unit\":\"%s\",\"reference\":\"%s\",\"referenceValue\":%s,"
                        + "\"ratio\":%.3f,\"spread\":[%.3f,%.3f],\"cpuMicros\":%.2f,\"referenceCpuMicros\":%.2f,"
                        + "\"target\":%.2f,\"met\":%b}",
                measured.bench(),
                measured.name(),
                number(value),
                measured.unit(),
                measured.reference(),
                number(referenceValue),
                ratio,
                lowest,
                highest,
                cpuMicros,
                referenceCpuMicros,
                measured.target(),
                met());
    }

    @Override
    public String text() {
        return String.format(
                Locale.ROOT,
                "%-28s %12s %-8s  %s %s  ratio %.2f (%.2f to %.2f)  CPU %.1f against %.1f µs  target %.2f %s",
                measured.name(),
                figure(value),
                measured.unit(),
                measured.reference(),
                figure(referenceValue),
                ratio,
                lowest,
                highest,
                cpuMicros,
                referenceCpuMicros,
                measured.target(),
                met() ? "met" : "MISSED");
    }

    /** Rates are large. CPU seconds and ratios are small and need more digits. */
    private static String number(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.4f" : "%.1f", value);
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%,.0f", value);
    }
}
