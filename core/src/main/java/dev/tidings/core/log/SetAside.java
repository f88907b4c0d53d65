package dev.tidings.core.log;

/** A record that could not be handled, and why. */
public record SetAside(LogEntry entry, String reason) {}
