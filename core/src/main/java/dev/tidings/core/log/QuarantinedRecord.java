package dev.tidings.core.log;

/** A quarantined record of the log, with the reason. */
public record QuarantinedRecord(LogEntry entry, String reason) {}
