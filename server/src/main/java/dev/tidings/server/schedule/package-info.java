/**
 * The schedule: minute buckets that are swept in step with the clock and whose rows go into the log when they are due. Nothing is deleted;
 * progress is a cursor, and a cancel or a move is a version that is checked when a row falls due.
 */
package dev.tidings.server.schedule;
