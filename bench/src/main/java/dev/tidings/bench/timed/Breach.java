package dev.tidings.bench.timed;

import dev.tidings.bench.Findings;

/** How what is promised about time can be broken. */
enum Breach implements Findings.Breach {
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
