/**
 * What is sent again and again: when it happens, and the planner that hands each occurrence to the schedules shortly before its time.
 *
 * <p>An occurrence can't be doubled, because its id is made of the schedule, its series and the time ({@link
 * dev.tidings.server.recur.OccurrenceId}), and adding an id again changes nothing. A crash between adding and remembering it, and
 * any number of processes that plan the same, only add again what is there.
 *
 * <p>A change begins another series, and with it other ids, so that what was taken back can be planned anew with what the schedule
 * says now. What may be there of the series before is taken back first ({@link dev.tidings.server.recur.Retirement}), and the new one
 * begins after the last that could not be.
 */
package dev.tidings.server.recur;
