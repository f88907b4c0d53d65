package dev.tidings.bench.timed;

import dev.tidings.bench.Findings;

/** The kinds of violated guarantees of the scheduler. */
final class Breach {
    static final Findings.Breach LOST = new Findings.Breach("lost", "lost");
    static final Findings.Breach TWICE = new Findings.Breach("duplicated", "duplicated");
    static final Findings.Breach EARLY = new Findings.Breach("early", "sent early");
    static final Findings.Breach CANCELLED = new Findings.Breach("cancelledSent", "sent though cancelled");
    static final Findings.Breach WRONG_TIME = new Findings.Breach("wrongTime", "sent for a wrong due time");
    static final Findings.Breach CHANGED = new Findings.Breach("changed", "decided twice");
    static final Findings.Breach MISCOUNTED = new Findings.Breach("miscounted", "unread counts wrong");
    static final Findings.Breach DISORDERED = new Findings.Breach("disordered", "out of order");
    static final Findings.Breach FLOODED = new Findings.Breach("flooded", "times that more was in flight than allowed");
    static final Findings.Breach TOMBSTONES = new Findings.Breach("tombstones", "tombstones read");

    private Breach() {}
}
