package dev.tidings.core.log;

/** A poison record that a consumer took out of its queue, with the reason, as listed for operators. It is not handed out again. */
public record QuarantinedRecord(LogEntry entry, String reason) {}
