package dev.tidings.widecolumn.check;

/**
 * One thing found in the design of a table.
 *
 * @param message what it is, why it hurts, and what would mend it
 */
public record Finding(Severity severity, FindingCode code, String message) {}
