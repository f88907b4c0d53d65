package dev.tidings.channels.http;

/** A URL that is not called. The message does not repeat it. */
public final class RefusedAddressException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String code;

    RefusedAddressException(String code, String message) {
        super(message);
        this.code = code;
    }

    /** A word for it, as outcomes have one. */
    public String code() {
        return code;
    }
}
