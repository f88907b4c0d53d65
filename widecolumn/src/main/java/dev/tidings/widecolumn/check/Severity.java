package dev.tidings.widecolumn.check;

/** How bad a finding is, worst first. */
public enum Severity {
    /** The table fails at the workload it declares, or loses data. */
    ERROR,
    /** It works, but costs more than it should or is near a limit. */
    WARNING,
    /** Something to know, or something that could not be judged. */
    NOTE
}
