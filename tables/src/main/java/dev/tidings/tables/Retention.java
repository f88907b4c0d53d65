package dev.tidings.tables;

import java.time.Duration;

/**
 * How long rows live, each counted from the time at which the row took effect, and the windows in which files are compacted: some
 * thirty windows to a life, so that a file is dropped whole soon after its last row has expired.
 */
public final class Retention {
    /** Notifications and all that is known about them. */
    public static final Duration NOTIFICATIONS = Duration.ofDays(90);

    public static final Duration NOTIFICATIONS_WINDOW = Duration.ofDays(3);

    /** The change feed. A client that was away for longer reloads its inbox. */
    public static final Duration CHANGES = Duration.ofDays(7);

    public static final Duration CHANGES_WINDOW = Duration.ofHours(6);

    /** How long a request can be repeated under its idempotency key. */
    public static final Duration IDEMPOTENCY = Duration.ofHours(24);

    public static final Duration IDEMPOTENCY_WINDOW = Duration.ofHours(1);

    /**
     * How long past its due time a schedule row can still be found, which is how long the scheduler may be down without losing
     * any. Shorter than {@link #SCHEDULE_STATE}: a row must never outlive the word of whether it was cancelled.
     */
    public static final Duration SCHEDULE = Duration.ofDays(14);

    /** How long past its due time it is known whether a schedule was moved or cancelled. */
    public static final Duration SCHEDULE_STATE = Duration.ofDays(30);

    /** How long a delivery that was given up can be tried once more by hand. */
    public static final Duration FAILURES = Duration.ofDays(30);

    private Retention() {}
}
