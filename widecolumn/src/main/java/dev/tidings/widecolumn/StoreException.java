package dev.tidings.widecolumn;

/**
 * A failure of an {@link Engine}, with its reason. The reason tells whether the same call can be retried safely and whether the caller
 * should back off.
 */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The kinds of failure, each with its consequence for a retry. */
    public enum Reason {
        /** Too many requests are in flight. Nothing was written; retry after a pause. */
        OVERLOADED("nothing was written, a retry is safe"),
        /**
         * The engine can't be reached or lacks replicas. Some replica may have taken the write, but a retry writes the same again and has
         * no second effect.
         */
        UNAVAILABLE("unavailable, a retry is safe"),
        /** The disk is full. Nothing was written; writes are taken again when there is space. */
        DISK_FULL("nothing was written, a retry is safe"),
        /** It may or may not have been written. A retry is safe only if the write is the same and carries its time. */
        UNKNOWN_OUTCOME(""),
        /**
         * The engine was closed before it took the call, and nothing was written; or before it could retry a call that some replica may
         * have taken, and a retry writes the same again. Another engine may take it.
         */
        CLOSED("closed, a retry is safe"),
        /** The folder, keyspace or a setting is unusable. A retry does not help. */
        MISCONFIGURED(""),
        /** Stored data can't be read. A retry does not help. */
        CORRUPT("");

        /** The reason why a retry is safe; empty if it is not, or pointless. */
        private final String retry;

        Reason(String retry) {
            this.retry = retry;
        }
    }

    private final Reason reason;

    public StoreException(Reason reason, String message) {
        this(reason, message, null);
    }

    public StoreException(Reason reason, String message, Throwable cause) {
        super(reason.retry.isEmpty() ? message : message + " (" + reason.retry + ")", cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }

    /** Whether the same call can be retried without a second effect. */
    public boolean retrySafe() {
        return !reason.retry.isEmpty();
    }

    /** Whether the caller should slow down. */
    public boolean overloaded() {
        return reason == Reason.OVERLOADED || reason == Reason.DISK_FULL;
    }
}
