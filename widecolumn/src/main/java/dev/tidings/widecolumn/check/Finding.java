package dev.tidings.widecolumn.check;

/**
 * One problem that the design check found in a table, with its severity and stable code.
 *
 * @param message the problem, its consequence and its remedy
 */
public record Finding(Severity severity, FindingCode code, String message) {}
