package dev.tidings.core.log;

/** What went wrong with the log. */
public final class LogException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What the caller can make of it. */
    public enum Reason {
        /** The tenant has too much waiting already. Nothing was appended; others are not affected. */
        TENANT_BACKLOG,
        /** More is waiting or under way than can be kept. Nothing was appended; try again after a pause. */
        OVERLOADED,
        /** Closed before it was taken. Nothing was appended. */
        CLOSED,
        /** It can't be written to, and it is not known whether this was appended. */
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
