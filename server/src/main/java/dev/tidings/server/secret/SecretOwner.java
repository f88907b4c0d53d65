package dev.tidings.server.secret;

/**
 * The owner that a secret is bound to: authenticated with the ciphertext, so a secret copied into another owner's row can't be
 * decrypted.
 *
 * @param kind the type of owner, such as provider
 */
public record SecretOwner(String kind, String tenant, String name) {
    @Override
    public String toString() {
        return kind + " " + tenant + "/" + name;
    }
}
