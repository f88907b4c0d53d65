package dev.tidings.core.log;

/**
 * A record of the log, handed to a consumer.
 *
 * @param redelivered whether the record may have been handed out before, so that it may have had effects already. False is a guarantee: no
 *     consumer has seen it
 */
public record LogRecord(LogEntry entry, boolean redelivered) {}
