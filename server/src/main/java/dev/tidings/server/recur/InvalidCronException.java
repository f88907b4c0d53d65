package dev.tidings.server.recur;

/** A cron expression that can't be understood. The message says what was expected of which field. */
public final class InvalidCronException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    InvalidCronException(String expected) {
        super(expected);
    }
}
