package dev.tidings.server.access;

/** Nobody knows who calls. The message is for the caller: it says what is wrong, and nothing about what would be right. */
public final class UnauthenticatedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnauthenticatedException(String message) {
        // Without a stack trace: it is an answer, and guessing keys should cost us little.
        super(message, null, false, false);
    }
}
