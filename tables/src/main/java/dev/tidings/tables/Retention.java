package dev.tidings.tables;

import java.time.Duration;

/**
 * Constants for the retention periods of rows, each counted from the time at which the row took effect, and for compaction windows. About
 * thirty windows per retention period, so that a file is dropped as a whole soon after its last row has expired.
 */
public final class Retention {
    /** Notifications and all data about them. */
    public static final Duration NOTIFICATIONS = Duration.ofDays(90);

    public static final Duration NOTIFICATIONS_WINDOW = Duration.ofDays(3);

    /** The change feed. A client that was away for longer reloads its inbox. */
    public static final Duration CHANGES = Duration.ofDays(7);

    public static final Duration CHANGES_WINDOW = Duration.ofHours(6);

    /** The time in which a request can be retried under its idempotency key. */
    public static final Duration IDEMPOTENCY = Duration.ofHours(24);

    public static final Duration IDEMPOTENCY_WINDOW = Duration.ofHours(1);

    /**
     * The time after its due time for which a schedule row can be found, which is the longest outage of the scheduler without a loss.
     * Shorter than {@link #SCHEDULE_STATE}: a row must never outlive the record of its cancellation.
     */
    public static final Duration SCHEDULE = Duration.ofDays(14);

    /** The time after its due time for which a move or a cancellation of a schedule is known. */
    public static final Duration SCHEDULE_STATE = Duration.ofDays(30);

    /** The time in which a dead letter can be replayed. */
    public static final Duration FAILURES = Duration.ofDays(30);

    /** The time in which a quarantined record can be replayed: as long as the notifications it is about are known. */
    public static final Duration QUARANTINE = NOTIFICATIONS;

    public static final Duration QUARANTINE_WINDOW = NOTIFICATIONS_WINDOW;

    private Retention() {}
}
