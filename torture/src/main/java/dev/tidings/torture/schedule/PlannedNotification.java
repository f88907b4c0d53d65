package dev.tidings.torture.schedule;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/**
 * A scheduled notification of a torture run and the answers of the service about it; tells whether and at what time it may be sent.
 * If a kill left an answer unknown, both outcomes are allowed.
 */
final class PlannedNotification {
    final String user;
    private String id;
    private final Set<Instant> possibleDueTimes = new HashSet<>();
    private Instant due;
    private boolean cancelled;
    private boolean perhapsCancelled;
    private boolean immediate;

    PlannedNotification(String user, Instant due) {
        this.user = user;
        due(due);
    }

    /** Sets its only possible due time. */
    synchronized void due(Instant time) {
        possibleDueTimes.clear();
        due = time;
        possibleDueTimes.add(time);
    }

    synchronized Instant due() {
        return due;
    }

    /** @param later whether its due time is in the future; otherwise it is due when accepted */
    synchronized void accepted(String acceptedId, boolean later) {
        id = acceptedId;
        immediate = !later;
    }

    /** Null if it is unknown whether it was accepted. */
    synchronized String id() {
        return id;
    }

    synchronized void cancelled() {
        cancelled = true;
    }

    synchronized void maybeCancelled() {
        perhapsCancelled = true;
    }

    /** It was not cancelled, despite earlier calls with unknown outcome. */
    synchronized void notCancelled() {
        perhapsCancelled = false;
    }

    synchronized void moved(Instant to) {
        due(to);
    }

    synchronized void maybeMoved(Instant to) {
        possibleDueTimes.add(to);
    }

    synchronized boolean mustBeSent() {
        return id != null && !cancelled && !perhapsCancelled;
    }

    synchronized boolean mustNotBeSent() {
        return cancelled;
    }

    synchronized boolean mayBeSentAt(Instant time) {
        return immediate || possibleDueTimes.contains(time);
    }
}
