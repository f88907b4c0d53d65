package dev.tidings.bench.timed;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/**
 * One notification that was asked to be sent at some time, and what the service has said about it since. What it has not said, because
 * it was killed, is open: then either is right, but not both.
 */
final class Planned {
    final String user;
    private String id;
    private final Set<Instant> dues = new HashSet<>();
    private Instant due;
    private boolean cancelled;
    private boolean perhapsCancelled;
    private boolean atOnce;

    Planned(String user, Instant due) {
        this.user = user;
        due(due);
    }

    /** Before it is asked for: the time it has now is the only one it can have. */
    synchronized void due(Instant time) {
        dues.clear();
        due = time;
        dues.add(time);
    }

    synchronized Instant due() {
        return due;
    }

    /** @param later whether its time was still to come; otherwise it has the time at which it was accepted */
    synchronized void accepted(String given, boolean later) {
        id = given;
        atOnce = !later;
    }

    /** Null if nobody knows whether it was accepted. */
    synchronized String id() {
        return id;
    }

    synchronized void cancelled() {
        cancelled = true;
    }

    synchronized void perhapsCancelled() {
        perhapsCancelled = true;
    }

    /** It was not, whatever became of calls before. */
    synchronized void notCancelled() {
        perhapsCancelled = false;
    }

    synchronized void moved(Instant to) {
        due(to);
    }

    synchronized void perhapsMoved(Instant to) {
        dues.add(to);
    }

    synchronized boolean mustBeSent() {
        return id != null && !cancelled && !perhapsCancelled;
    }

    synchronized boolean mustNotBeSent() {
        return cancelled;
    }

    synchronized boolean mayBeSentAt(Instant time) {
        return atOnce || dues.contains(time);
    }
}
