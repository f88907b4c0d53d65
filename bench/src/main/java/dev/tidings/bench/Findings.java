package dev.tidings.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What one case of the run has found: how much was tried, how late it was, and each kind of broken promise. */
public final class Findings {
    private static final int EVIDENCE_SHOWN = 5;

    /** A kind of broken promise, with the words for the report. */
    public record Breach(String json, String text) {}

    private final String torture;
    private final String name;
    private final Map<Breach, Long> breaches = new LinkedHashMap<>();
    private final Map<String, Long> tried = new LinkedHashMap<>();
    private final Map<String, Long> figures = new LinkedHashMap<>();
    private final List<Long> lateMillis = new ArrayList<>();

    /** Of one case of a torture run, which keeps its promises if it finds none of these. */
    public Findings(String torture, String name, Breach... looksFor) {
        this.torture = torture;
        this.name = name;
        List.of(looksFor).forEach(breach -> breaches.put(breach, 0L));
    }

    /** Counts a broken promise; the first few of a kind are told at once, to have something to look into. */
    public synchronized void broken(Breach breach, String evidence) {
        if (breaches.merge(breach, 1L, Long::sum) <= EVIDENCE_SHOWN) {
            progress(breach.text() + ": " + evidence);
        }
    }

    /** Says on standard error how far the run is: it takes minutes. */
    public void progress(String step) {
        System.err.println(torture + " " + name + ": " + step);
    }

    /** How much of something was done; a case in which there was nothing of it has shown nothing. */
    public synchronized void tried(String what, long count) {
        tried.merge(what, count, Long::sum);
    }

    /** Something worth knowing, whatever it is. */
    public synchronized void figure(String what, long value) {
        figures.put(what, value);
    }

    public synchronized void late(Duration by) {
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
                        : " promise kept: " + met() + " (seed " + seed + ")");
    }

    private static void append(StringBuilder line, boolean json, String name, long value, String words) {
        line.append(
                json
                        ? String.format(Locale.ROOT, ",\"%s\":%d", name, value)
                        : String.format(Locale.ROOT, " %,d %s,", value, words));
    }

    private long percentile(int percent) {
        return lateMillis.get(Math.max(0, (int) Math.ceil(lateMillis.size() * percent / 100.0) - 1));
    }
}
