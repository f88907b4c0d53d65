package dev.tidings.server.schedule;

import java.time.Instant;

/** The result of a request to cancel or move a scheduled notification. */
public sealed interface ScheduleChange {

    /** It will not be sent: cancelled by this call, or earlier. */
    record Cancelled() implements ScheduleChange {}

    /** It will be sent at the new time, and not at the old one. */
    record Moved(Instant due) implements ScheduleChange {}

    /** It was sent, or is about to be. Nothing was changed. */
    record TooLate(Instant due) implements ScheduleChange {}

    /** The tenant has no such notification. */
    record NotFound() implements ScheduleChange {}
}
