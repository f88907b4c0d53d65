package dev.tidings.server.pipeline;

/**
 * Thrown by a codec for a record that a newer version of Tidings has written. The record is left alone: it is neither quarantined nor
 * acknowledged, and no cursor moves past it.
 */
public final class NewerVersionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NewerVersionException(String kind, int version) {
        super(kind + " of version " + version + ", expected " + RecordHeader.VERSION
                + ": it was written by a newer version of Tidings");
    }

    /** Whether it is the failure or a cause of it. */
    static boolean isIn(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof NewerVersionException) {
                return true;
            }
        }
        return false;
    }
}
