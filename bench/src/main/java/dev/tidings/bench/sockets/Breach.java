package dev.tidings.bench.sockets;

import dev.tidings.bench.Findings;

/** How what is promised of the sockets can be broken. */
enum Breach implements Findings.Breach {
    GAP("gaps", "never seen by a client"),
    REPEATED("repeated", "sent to a client again"),
    PHANTOM("phantoms", "seen and not in the inbox"),
    DISORDERED("disordered", "out of order"),
    MARK_MISSED("marksMissed", "marks not heard of"),
    MISCOUNTED("miscounted", "unread counts wrong"),
    RELOADED("reloaded", "reloads"),
    NOT_RESUMED("notResumed", "cursors not taken up"),
    UNEXPECTED("unexpected", "answers that nobody expects"),
    SLOWED("slowed", "phases in which healthy clients were slowed down"),
    NOT_CUT("notCut", "slow readers not cut off"),
    NOT_REFUSED("notRefused", "frames that had to be refused and were not"),
    LEAKED("leaked", "leaks"),
    UNBOUNDED("unbounded", "times that memory grew beyond its bound");

    private final String json;
    private final String text;

    Breach(String json, String text) {
        this.json = json;
        this.text = text;
    }

    @Override
    public String json() {
        return json;
    }

    @Override
    public String text() {
        return text;
    }
}
