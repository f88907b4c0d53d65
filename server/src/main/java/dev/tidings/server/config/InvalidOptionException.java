package dev.tidings.server.config;

/** A value that an option rejects. The message has the value and the expectation, but not the location. */
final class InvalidOptionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidOptionException(String got, String expected) {
        super("got " + got + ", expected " + expected);
    }
}
