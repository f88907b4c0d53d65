package dev.tidings.bench.sockets;

import dev.tidings.bench.Findings;

/** How what is promised of the sockets can be broken. */
final class Breach {
    static final Findings.Breach GAP = new Findings.Breach("gaps", "never seen by a client");
    static final Findings.Breach REPEATED = new Findings.Breach("repeated", "sent to a client again");
    static final Findings.Breach PHANTOM = new Findings.Breach("phantoms", "seen and not in the inbox");
    static final Findings.Breach DISORDERED = new Findings.Breach("disordered", "out of order");
    static final Findings.Breach MARK_MISSED = new Findings.Breach("marksMissed", "marks not heard of");
    static final Findings.Breach MISCOUNTED = new Findings.Breach("miscounted", "unread counts wrong");
    static final Findings.Breach RELOADED = new Findings.Breach("reloaded", "reloads");
    static final Findings.Breach NOT_RESUMED = new Findings.Breach("notResumed", "cursors not taken up");
    static final Findings.Breach UNEXPECTED = new Findings.Breach("unexpected", "answers that nobody expects");
    static final Findings.Breach SLOWED =
            new Findings.Breach("slowed", "phases in which healthy clients were slowed down");
    static final Findings.Breach NOT_CUT = new Findings.Breach("notCut", "slow readers not cut off");
    static final Findings.Breach NOT_REFUSED =
            new Findings.Breach("notRefused", "frames that had to be refused and were not");
    static final Findings.Breach LEAKED = new Findings.Breach("leaked", "leaks");
    static final Findings.Breach UNBOUNDED =
            new Findings.Breach("unbounded", "times that memory grew beyond its bound");

    private Breach() {}
}
