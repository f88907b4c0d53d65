/**
 * What waits until its time: minute buckets that are swept behind the clock, and whose rows go into the log when they are due. Nothing
 * here is deleted; progress is a cursor, and a cancel or a move is a version that is looked at when a row falls due.
 */
package dev.tidings.server.schedule;
