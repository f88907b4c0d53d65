package dev.tidings.core.log;

import java.time.Instant;

/**
 * The backlog of one lane, over all tenants.
 *
 * @param records appended and not acknowledged; at least one
 * @param oldestAt about when the oldest of them was appended, but not before this process opened the log
 */
public record LaneBacklog(long records, Instant oldestAt) {}
