package dev.tidings.bench.timed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What one case of the run has found: how much was tried, how late it was, and each kind of broken promise. */
final class Findings {
    private static final int EVIDENCE_SHOWN = 10;

    /** Each with the words for the report. A case that finds none of these has kept its promises. */
    enum Breach {
        LOST("lost", "lost"),
        TWICE("duplicated", "there twice"),
        EARLY("early", "sent early"),
        CANCELLED("cancelledSent", "sent though cancelled"),
        WRONG_TIME("wrongTime", "at another time than they were to have"),
        CHANGED("changed", "decided a second time"),
        MISCOUNTED("miscounted", "unread counts wrong"),
        DISORDERED("disordered", "out of order"),
        FLOODED("flooded", "times that more was sent than was room for"),
        TOMBSTONES("tombstones", "tombstones read");

        final String json;
        final String text;

        Breach(String json, String text) {
            this.json = json;
            this.text = text;
        }
    }

    private final String name;
    private final List<Breach> looksFor;
    private final Map<Breach, Long> breaches = new EnumMap<>(Breach.class);
    private final Map<String, Long> tried = new LinkedHashMap<>();
    private final List<Long> lateMillis = new ArrayList<>();
    private int shown;

    Findings(String name, Breach... looksFor) {
        this.name = name;
        this.looksFor = List.of(looksFor);
    }

    /** Counts a broken promise; the first few are told at once, to have something to look into. */
    synchronized void broken(Breach breach, String evidence) {
        breaches.merge(breach, 1L, Long::sum);
        if (shown++ < EVIDENCE_SHOWN) {
            progress(breach.text + ": " + evidence);
        }
    }

    /** Says on standard error how far the run is: it takes minutes. */
    void progress(String step) {
        System.err.println("schedule " + name + ": " + step);
    }

    /** How much of something was done; a case in which there was nothing of it has shown nothing. */
    synchronized void tried(String what, long count) {
        tried.merge(what, count, Long::sum);
    }

    synchronized void late(Duration by) {
        lateMillis.add(by.toMillis());
    }

    synchronized boolean met() {
        return breaches.isEmpty() && tried.values().stream().allMatch(count -> count > 0);
    }

    synchronized String report(boolean json, long seed) {
        StringBuilder line = new StringBuilder(
                json ? "{\"torture\":\"schedule\",\"case\":\"" + name + "\"" : "schedule " + name + ":");
        tried.forEach((what, count) -> append(line, json, what, count, what));
        lateMillis.sort(null);
        if (!lateMillis.isEmpty()) {
            append(line, json, "p50LateMillis", percentile(50), "ms late at the median");
            append(line, json, "p99LateMillis", percentile(99), "ms at the 99th percentile");
            append(line, json, "maxLateMillis", percentile(100), "ms at most");
        }
        for (Breach breach : Breach.values()) {
            if (looksFor.contains(breach) || breaches.containsKey(breach)) {
                append(line, json, breach.json, breaches.getOrDefault(breach, 0L), breach.text);
            }
        }
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
