package dev.tidings.channels.http;

/** A URL or host that must not be called. The message does not contain it. */
public final class RefusedAddressException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String code;

    RefusedAddressException(String code, String message) {
        super(message);
        this.code = code;
    }

    /** The code in outcomes. */
    public String code() {
        return code;
    }
}
