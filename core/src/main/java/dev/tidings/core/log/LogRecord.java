package dev.tidings.core.log;

/**
 * A record that a {@link LogConsumer} polled: the appended entry, and whether it may have been handed out before.
 *
 * @param redelivered whether the record may have been handed out before, so that it may have had effects already. False is a guarantee: no
 *     consumer has seen it
 */
public record LogRecord(LogEntry entry, boolean redelivered) {}
