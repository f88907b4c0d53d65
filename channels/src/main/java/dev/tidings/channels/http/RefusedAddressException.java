package dev.tidings.channels.http;

/**
 * Thrown by {@link PublicAddresses} for a URL or host that must not be called: invalid, on a refused port, or not on the public
 * internet. The message does not contain the URL or host.
 */
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
