package dev.tidings.server.config;

/** A value that an option does not take. The message has the value and what was expected, but not where it stands. */
final class Unfit extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Unfit(String got, String expected) {
        super("got " + got + ", expected " + expected);
    }
}
