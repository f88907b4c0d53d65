package dev.tidings.torture;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Collects the result of one torture case: operations attempted, lateness, and a count for each kind of violated guarantee. Formats
 * the report line, and tells whether all guarantees held.
 */
public final class RunFindings {
    private static final int EVIDENCE_SHOWN = 5;

    /** A kind of violated guarantee, with its JSON key and its text for the report. */
    public record Violation(String json, String text) {}

    private final String torture;
    private final String name;
    private final Map<Violation, Long> breaches = new LinkedHashMap<>();
    private final Map<String, Long> tried = new LinkedHashMap<>();
    private final Map<String, Long> figures = new LinkedHashMap<>();
    private final List<Long> lateMillis = new ArrayList<>();

    /** @param looksFor the violations that are reported even with a count of 0 */
    public RunFindings(String torture, String name, Violation... looksFor) {
        this.torture = torture;
        this.name = name;
        List.of(looksFor).forEach(breach -> breaches.put(breach, 0L));
    }

    /** Counts a violation. The first few of each kind are printed to standard error as evidence. */
    public synchronized void violated(Violation breach, String evidence) {
        if (breaches.merge(breach, 1L, Long::sum) <= EVIDENCE_SHOWN) {
            progress(breach.text() + ": " + evidence);
        }
    }

    /** Prints the progress of the run to standard error, since a run takes minutes. */
    public void progress(String step) {
        System.err.println(torture + " " + name + ": " + step);
    }

    /** Counts attempted operations. A case with a count of 0 proves nothing and fails. */
    public synchronized void attempted(String what, long count) {
        tried.merge(what, count, Long::sum);
    }

    /** Records a value for the report; it does not affect the outcome. */
    public synchronized void figure(String what, long value) {
        figures.put(what, value);
    }

    public synchronized void recordLateness(Duration by) {
        lateMillis.add(by.toMillis());
    }

    public synchronized boolean met() {
        return breaches.values().stream().allMatch(count -> count == 0)
                && tried.values().stream().allMatch(count -> count > 0);
    }

    public synchronized String report(boolean json, long seed) {
        StringBuilder line = new StringBuilder(
                json ? "{\"torture\":\"" + torture + "\",\"case\":\"" + name + "\"" : torture + " " + name + ":");
        tried.forEach((what, count) -> append(line, json, what, count, what));
        figures.forEach((what, value) -> append(line, json, what, value, what));
        lateMillis.sort(null);
        if (!lateMillis.isEmpty()) {
            append(line, json, "p50LateMillis", percentile(50), "ms late at the median");
            append(line, json, "p99LateMillis", percentile(99), "ms at the 99th percentile");
            append(line, json, "maxLateMillis", percentile(100), "ms at most");
        }
        breaches.forEach((breach, count) -> append(line, json, breach.json(), count, breach.text()));
        return line
                + (json
                        ? ",\"met\":" + met() + ",\"seed\":" + seed + "}"
                        : " guarantees held: " + met() + " (seed " + seed + ")");
    }

    private static void append(StringBuilder line, boolean json, String name, long value, String label) {
        line.append(
                json
                        ? String.format(Locale.ROOT, ",\"%s\":%d", name, value)
                        : String.format(Locale.ROOT, " %,d %s,", value, label));
    }

    private long percentile(int percent) {
        return lateMillis.get(Math.max(0, (int) Math.ceil(lateMillis.size() * percent / 100.0) - 1));
    }
}
