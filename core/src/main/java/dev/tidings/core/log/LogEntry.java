package dev.tidings.core.log;

/**
 * Something to be appended.
 *
 * @param partition the virtual partition, 0 to 255; records of one partition, lane and tenant stay in order
 * @param payload what the stage will make sense of; the log does not look into it
 */
public record LogEntry(Lane lane, int partition, String tenant, byte[] payload) {}
