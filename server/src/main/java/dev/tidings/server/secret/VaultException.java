package dev.tidings.server.secret;

/** Something that can't be encrypted or read back. Says why and whose it is, never what it is. */
public final class VaultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    VaultException(String message) {
        super(message);
    }

    VaultException(String message, Throwable cause) {
        super(message, cause);
    }
}
