package dev.tidings.bench.sockets;

import dev.tidings.bench.Findings;

/** The kinds of violated guarantees of live connections. */
final class Breach {
    static final Findings.Breach GAP = new Findings.Breach("gaps", "never seen by a client");
    static final Findings.Breach REPEATED = new Findings.Breach("repeated", "sent to a client twice");
    static final Findings.Breach PHANTOM = new Findings.Breach("phantoms", "seen but not in the inbox");
    static final Findings.Breach DISORDERED = new Findings.Breach("disordered", "out of order");
    static final Findings.Breach MARK_MISSED = new Findings.Breach("marksMissed", "read marks not received");
    static final Findings.Breach MISCOUNTED = new Findings.Breach("miscounted", "unread counts wrong");
    static final Findings.Breach RELOADED = new Findings.Breach("reloaded", "reloads");
    static final Findings.Breach NOT_RESUMED = new Findings.Breach("notResumed", "cursors not resumed");
    static final Findings.Breach UNEXPECTED = new Findings.Breach("unexpected", "unexpected answers");
    static final Findings.Breach SLOWED =
            new Findings.Breach("slowed", "phases in which healthy clients were slowed down");
    static final Findings.Breach NOT_CUT = new Findings.Breach("notCut", "slow readers not disconnected");
    static final Findings.Breach NOT_REFUSED = new Findings.Breach("notRefused", "invalid frames not refused");
    static final Findings.Breach LEAKED = new Findings.Breach("leaked", "leaks");
    static final Findings.Breach UNBOUNDED = new Findings.Breach("unbounded", "times that memory exceeded its limit");

    private Breach() {}
}
