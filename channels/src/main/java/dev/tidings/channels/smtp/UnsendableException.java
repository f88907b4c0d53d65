package dev.tidings.channels.smtp;

/** A delivery from which no valid mail can be built. The message contains no address. */
final class UnsendableException extends Exception {
    private static final long serialVersionUID = 1;

    private final String code;

    UnsendableException(String code, String message) {
        super(message);
        this.code = code;
    }

    String code() {
        return code;
    }
}
