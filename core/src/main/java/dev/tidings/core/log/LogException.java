package dev.tidings.core.log;

/**
 * A failure of the log, with its reason: full backlog, overload, closed, or failed. Entries may have been appended only if the reason is
 * {@code FAILED}.
 */
public final class LogException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The kinds of failure. */
    public enum Reason {
        /** The tenant's backlog is full. Nothing was appended; other tenants are not affected. */
        TENANT_BACKLOG,
        /** More records are waiting or in flight than can be kept. Nothing was appended; retry after a pause. */
        OVERLOADED,
        /** The log was closed first. Nothing was appended. */
        CLOSED,
        /** The log can't be written to. The entries may or may not have been appended. */
        FAILED
    }

    private final Reason reason;

    public LogException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public LogException(Reason reason, String message) {
        this(reason, message, null);
    }

    public Reason reason() {
        return reason;
    }
}
