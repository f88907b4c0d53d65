package dev.tidings.server.recurring;

import java.time.Duration;
import java.time.Instant;

/** Time constants of the planner, such as how far ahead it plans and how late an occurrence may be. */
final class PlannerTiming {
    /**
     * How far ahead occurrences are planned: far enough to bridge a short outage of the database or a burst at nine o'clock. No further:
     * after a downtime planned occurrences are sent late even if missed ones are to be skipped, and a change has to cancel them.
     */
    static final Duration HORIZON = Duration.ofMinutes(2);

    /** The interval between two runs of the planner. */
    static final Duration INTERVAL = Duration.ofSeconds(30);

    /** An occurrence overdue by less than this is late, not missed. */
    static final Duration LATE_TOLERANCE = Duration.ofMinutes(2);

    /** The maximum clock skew between processes that share a database. */
    static final Duration MAX_CLOCK_SKEW = Duration.ofMinutes(1);

    /** The maximum duration of a change: after it, the process is presumed dead. */
    static final Duration HOLD = Duration.ofMinutes(1);

    /** The maximum number of missed occurrences sent: a schedule for every minute that was down for a week should not send ten thousand. */
    static final int MAX_MISSED = 1_000;

    private PlannerTiming() {}

    /** The furthest time to which a planner with a correct clock plans. */
    static Instant furthestPlanned(Instant now) {
        return now.plus(HORIZON).plus(MAX_CLOCK_SKEW);
    }
}
