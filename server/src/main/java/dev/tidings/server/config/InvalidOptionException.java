package dev.tidings.server.config;

/** Thrown if an option rejects a value. The message has the value and the expectation; {@link CollectedValues} adds the location. */
final class InvalidOptionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InvalidOptionException(String got, String expected) {
        super("got " + got + ", expected " + expected);
    }
}
