package dev.tidings.server.recurring;

/** Thrown for an invalid cron expression. The message names the field and its expected form. */
public final class InvalidCronException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    InvalidCronException(String expected) {
        super(expected);
    }
}
