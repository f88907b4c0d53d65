package dev.tidings.core.log;

/**
 * An entry to append to the log: its lane, partition and tenant, which choose the queue, and its payload.
 *
 * @param partition the virtual partition, 0 to 255; records of one partition, lane and tenant stay in order
 * @param payload the stage's own encoding; opaque to the log
 */
public record LogEntry(Lane lane, int partition, String tenant, byte[] payload) {}
