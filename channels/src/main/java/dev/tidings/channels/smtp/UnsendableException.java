package dev.tidings.channels.smtp;

/** Something that no mail can be made of. The message has no address in it. */
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
