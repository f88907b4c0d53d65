package dev.tidings.torture.live;

import dev.tidings.torture.RunFindings;

/** The kinds of violated guarantees of live connections, such as gaps, as they are counted in {@link RunFindings}. */
final class LiveViolations {
    static final RunFindings.Violation GAP = new RunFindings.Violation("gaps", "never seen by a client");
    static final RunFindings.Violation REPEATED = new RunFindings.Violation("repeated", "sent to a client twice");
    static final RunFindings.Violation PHANTOM = new RunFindings.Violation("phantoms", "seen but not in the inbox");
    static final RunFindings.Violation DISORDERED = new RunFindings.Violation("disordered", "out of order");
    static final RunFindings.Violation MARK_MISSED =
            new RunFindings.Violation("marksMissed", "read marks not received");
    static final RunFindings.Violation MISCOUNTED = new RunFindings.Violation("miscounted", "unread counts wrong");
    static final RunFindings.Violation RELOADED = new RunFindings.Violation("reloaded", "reloads");
    static final RunFindings.Violation NOT_RESUMED = new RunFindings.Violation("notResumed", "cursors not resumed");
    static final RunFindings.Violation UNEXPECTED = new RunFindings.Violation("unexpected", "unexpected answers");
    static final RunFindings.Violation DUPLICATED =
            new RunFindings.Violation("duplicated", "sends that became two notifications");
    static final RunFindings.Violation SLOWED =
            new RunFindings.Violation("slowed", "phases in which healthy clients were slowed down");
    static final RunFindings.Violation NOT_CUT = new RunFindings.Violation("notCut", "slow readers not disconnected");
    static final RunFindings.Violation NOT_REFUSED =
            new RunFindings.Violation("notRefused", "invalid frames not refused");
    static final RunFindings.Violation LEAKED = new RunFindings.Violation("leaked", "leaks");
    static final RunFindings.Violation UNBOUNDED =
            new RunFindings.Violation("unbounded", "times that memory exceeded its limit");

    private LiveViolations() {}
}
