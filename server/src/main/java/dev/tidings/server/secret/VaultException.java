package dev.tidings.server.secret;

/**
 * Thrown if a secret can't be encrypted or decrypted, or if the encryption keys are invalid. The message names the reason, and the owner of
 * the secret or the source of the keys; never a secret or a key.
 */
public final class VaultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    VaultException(String message) {
        super(message);
    }

    VaultException(String message, Throwable cause) {
        super(message, cause);
    }
}
