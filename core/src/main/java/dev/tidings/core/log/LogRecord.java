package dev.tidings.core.log;

/**
 * Something that was appended, on its way to a consumer.
 *
 * @param repeated whether it may have been handed out before, so that it may have had an effect already. False is a promise: nobody
 *     has seen it yet
 */
public record LogRecord(LogEntry entry, boolean repeated) {}
