package dev.tidings.channels.smtp;

/** Thrown if no valid mail can be built from a delivery; its code becomes that of the outcome. The message contains no address. */
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
