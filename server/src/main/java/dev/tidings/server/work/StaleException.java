package dev.tidings.server.work;

/** Too much time has passed since what is about to be written was read. Nothing was written; the records are to come again. */
public final class StaleException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public StaleException(String message) {
        super(message);
    }
}
