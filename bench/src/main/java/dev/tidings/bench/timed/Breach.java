package dev.tidings.bench.timed;

import dev.tidings.bench.Findings;

/** How what is promised about time can be broken. */
final class Breach {
    static final Findings.Breach LOST = new Findings.Breach("lost", "lost");
    static final Findings.Breach TWICE = new Findings.Breach("duplicated", "there twice");
    static final Findings.Breach EARLY = new Findings.Breach("early", "sent early");
    static final Findings.Breach CANCELLED = new Findings.Breach("cancelledSent", "sent though cancelled");
    static final Findings.Breach WRONG_TIME =
            new Findings.Breach("wrongTime", "at another time than they were to have");
    static final Findings.Breach CHANGED = new Findings.Breach("changed", "decided a second time");
    static final Findings.Breach MISCOUNTED = new Findings.Breach("miscounted", "unread counts wrong");
    static final Findings.Breach DISORDERED = new Findings.Breach("disordered", "out of order");
    static final Findings.Breach FLOODED = new Findings.Breach("flooded", "times that more was sent than was room for");
    static final Findings.Breach TOMBSTONES = new Findings.Breach("tombstones", "tombstones read");

    private Breach() {}
}
