/**
 * Recurring schedules: their occurrences, and the planner that adds each one to the schedule shortly before its time.
 *
 * <p>An occurrence can't be duplicated: its id is derived from the schedule, its series and the time
 * ({@link OccurrenceId}), and adding an id again is idempotent. A crash between adding and storing the progress,
 * or several planning processes, only add it again.
 *
 * <p>A change begins another series with other ids, so that cancelled occurrences can be planned anew with the new definition. The
 * occurrences of the previous series are cancelled first ({@link SeriesCanceller}), and the new series begins after the
 * last that was too late to cancel.
 */
package dev.tidings.server.recurring;
