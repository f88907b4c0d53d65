package dev.tidings.server.secret;

/** A secret that can't be encrypted or decrypted. The message names the reason and the owner, never the secret. */
public final class VaultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    VaultException(String message) {
        super(message);
    }

    VaultException(String message, Throwable cause) {
        super(message, cause);
    }
}
