package dev.tidings.server.auth;

/**
 * Thrown if the credentials of a request are missing or invalid; the response is 401. The message goes to the caller: it names the error
 * and gives no hint about valid credentials.
 */
public final class UnauthenticatedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnauthenticatedException(String message) {
        // Without a stack trace: it is an expected outcome, and guessed keys should cost the server little.
        super(message, null, false, false);
    }
}
