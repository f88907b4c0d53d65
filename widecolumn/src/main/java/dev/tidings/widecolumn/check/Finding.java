package dev.tidings.widecolumn.check;

/**
 * A finding about the design of a table.
 *
 * @param message the problem, its consequence and its remedy
 */
public record Finding(Severity severity, FindingCode code, String message) {}
