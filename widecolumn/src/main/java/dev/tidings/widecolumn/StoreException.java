package dev.tidings.widecolumn;

/** An engine could not do what it was asked. Says what a caller needs to decide: may I try again, and when. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why it failed. */
    public enum Reason {
        /** More is under way than the engine takes. Nothing was written; try again after a pause. */
        OVERLOADED("nothing was written, a retry is safe"),
        /**
         * The engine can't be reached or lacks replicas. Some replica may have taken the write, but a retry writes the same again
         * and has no second effect.
         */
        UNAVAILABLE("unavailable, a retry is safe"),
        /** No room to write to. Nothing was written; writes are taken again when there is room. */
        DISK_FULL("nothing was written, a retry is safe"),
        /** It may or may not have been written. Repeating is safe only if the write is the same and carries its time. */
        UNKNOWN_OUTCOME(""),
        /**
         * The engine was closed before it took the call, and then nothing was written; or before it could repeat one of which some
         * replica may have taken the write, and a retry writes the same again. Another engine may take it.
         */
        CLOSED("closed, a retry is safe"),
        /** The folder, keyspace or setting can't be used as it is. Trying again won't help. */
        MISCONFIGURED(""),
        /** What is stored can't be read. Trying again won't help. */
        CORRUPT("");

        /** Why a retry is safe; empty if it is not, or pointless. */
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

    /** Whether the same call can be made again without a chance of a second effect. */
    public boolean retrySafe() {
        return !reason.retry.isEmpty();
    }

    /** Whether the caller should slow down. */
    public boolean overloaded() {
        return reason == Reason.OVERLOADED || reason == Reason.DISK_FULL;
    }
}
