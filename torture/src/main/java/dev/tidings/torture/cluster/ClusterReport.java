package dev.tidings.torture.cluster;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Collects the result of a cluster run: operations attempted, and a count for each kind of violated guarantee. Formats the report
 * line, and tells whether all guarantees held.
 */
final class ClusterReport {
    private static final int EVIDENCE_SHOWN = 10;

    /** A kind of violated guarantee, with its JSON key and its text for the report. */
    enum ClusterViolation {
        ERROR("errors", "errors reached a caller while one node was down"),
        LOST("lost", "acked rows lost"),
        ACKED_WITHOUT_QUORUM("ackedWithoutQuorum", "acked with two of three nodes down"),
        WRONG_REFUSAL("wrongRefusals", "refused with the wrong reason"),
        TWO_WINNERS("duplicated", "races with two winners"),
        WRONG_ROW("regressed", "races whose stored row is not what was answered");

        final String json;
        final String text;

        ClusterViolation(String json, String text) {
            this.json = json;
            this.text = text;
        }
    }

    private final AtomicInteger[] breaches = new AtomicInteger[ClusterViolation.values().length];
    private final AtomicInteger shown = new AtomicInteger();
    private long acked;
    private long refused;
    private int races;
    private int undecided;

    ClusterReport() {
        for (int i = 0; i < breaches.length; i++) {
            breaches[i] = new AtomicInteger();
        }
    }

    /** Counts a violation. The first few are printed to standard error as evidence. */
    void violated(ClusterViolation breach, String evidence) {
        breaches[breach.ordinal()].incrementAndGet();
        if (shown.incrementAndGet() <= EVIDENCE_SHOWN) {
            System.err.println("cluster: " + breach.text + ": " + evidence);
        }
    }

    /** Prints the progress of the run to standard error, since a run takes minutes. */
    void progress(String step) {
        System.err.println("cluster: " + step);
    }

    void acked(long count) {
        acked += count;
    }

    /** Counts writes that were correctly refused. */
    void refused(long count) {
        refused += count;
    }

    /** @param callsUndecided calls with an unknown outcome */
    void raced(int count, int callsUndecided) {
        races += count;
        undecided += callsUndecided;
    }

    /** True if no guarantee was violated and every kind of operation was attempted. */
    boolean met() {
        for (AtomicInteger count : breaches) {
            if (count.get() > 0) {
                return false;
            }
        }
        return acked > 0 && refused > 0 && races > 0;
    }

    String json(int cycles, long seed) {
        StringBuilder counts = new StringBuilder();
        for (ClusterViolation breach : ClusterViolation.values()) {
            counts.append(",\"").append(breach.json).append("\":").append(breaches[breach.ordinal()]);
        }
        return String.format(
                Locale.ROOT,
                "{\"torture\":\"cluster\",\"cycles\":%d,\"acked\":%d,\"refused\":%d,\"races\":%d,\"undecided\":%d%s,"
                        + "\"met\":%b,\"seed\":%d}",
                cycles,
                acked,
                refused,
                races,
                undecided,
                counts,
                met(),
                seed);
    }

    String text(int cycles, long seed) {
        StringBuilder counts = new StringBuilder();
        for (ClusterViolation breach : ClusterViolation.values()) {
            counts.append(", ").append(breaches[breach.ordinal()]).append(' ').append(breach.text);
        }
        return String.format(
                Locale.ROOT,
                "cluster: %d outages, %,d writes acked, %,d correctly refused, %d races (%d calls undecided)%s,"
                        + " guarantees held: %b (seed %d)",
                cycles,
                acked,
                refused,
                races,
                undecided,
                counts,
                met(),
                seed);
    }
}
