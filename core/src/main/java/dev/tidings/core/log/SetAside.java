package dev.tidings.core.log;

/** A quarantined record of the log, with the reason. */
public record SetAside(LogEntry entry, String reason) {}
