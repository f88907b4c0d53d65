package dev.tidings.torture.schedule;

import dev.tidings.torture.RunFindings;

/** The kinds of violated scheduler guarantees, such as lost, duplicated or early, as they are counted in {@link RunFindings}. */
final class ScheduleViolations {
    static final RunFindings.Violation LOST = new RunFindings.Violation("lost", "lost");
    static final RunFindings.Violation DUPLICATED = new RunFindings.Violation("duplicated", "duplicated");
    static final RunFindings.Violation EARLY = new RunFindings.Violation("early", "sent early");
    static final RunFindings.Violation CANCELLED = new RunFindings.Violation("cancelledSent", "sent though cancelled");
    static final RunFindings.Violation WRONG_TIME = new RunFindings.Violation("wrongTime", "sent for a wrong due time");
    static final RunFindings.Violation CHANGED = new RunFindings.Violation("changed", "decided twice");
    static final RunFindings.Violation MISCOUNTED = new RunFindings.Violation("miscounted", "unread counts wrong");
    static final RunFindings.Violation DISORDERED = new RunFindings.Violation("disordered", "out of order");
    static final RunFindings.Violation FLOODED =
            new RunFindings.Violation("flooded", "times that more was in flight than allowed");
    static final RunFindings.Violation TOMBSTONES = new RunFindings.Violation("tombstones", "tombstones read");

    private ScheduleViolations() {}
}
