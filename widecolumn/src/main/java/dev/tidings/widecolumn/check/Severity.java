package dev.tidings.widecolumn.check;

/** The severity of a finding of the design check, worst first. */
public enum Severity {
    /** The table fails at its declared workload, or loses data. */
    ERROR,
    /** It works, but costs more than it should or is near a limit. */
    WARNING,
    /** Information, or a point that could not be judged. */
    NOTE
}
