package dev.tidings.client;

/** A call that failed: refused by the server, without an answer, with an answer that is not of Tidings, or interrupted. */
public abstract sealed class TidingsException extends RuntimeException
        permits ProblemException, ConnectionException, InvalidResponseException, CallInterruptedException {
    private static final long serialVersionUID = 1L;

    TidingsException(String message, Throwable cause) {
        super(message, cause);
    }
}
