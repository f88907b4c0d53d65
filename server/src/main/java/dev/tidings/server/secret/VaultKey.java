package dev.tidings.server.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** One encryption key of the {@link Vault} and its id, which is stored with everything encrypted with it. Prints only the id. */
final class VaultKey {
    private static final int BYTES = 32;
    private static final int ID_BYTES = 4;
    private static final int MAX_ID = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String id;
    private final SecretKey key;

    private VaultKey(String id, byte[] key) {
        this.id = id;
        this.key = new SecretKeySpec(key, "AES");
    }

    static VaultKey random() {
        byte[] id = new byte[ID_BYTES];
        RANDOM.nextBytes(id);
        byte[] key = new byte[BYTES];
        RANDOM.nextBytes(key);
        StringBuilder hex = new StringBuilder("k");
        for (byte each : id) {
            hex.append(String.format("%02x", each));
        }
        return new VaultKey(hex.toString(), key);
    }

    /**
     * @param text such as 2026a:base64
     * @param where the source, for error messages; they contain nothing of the text but the id
     */
    static VaultKey parse(String text, String where) {
        int colon = text.indexOf(':');
        String id = colon < 0 ? "" : text.substring(0, colon);
        if (!isId(id)) {
            throw new VaultException(
                    where + ": expected id:key, with an id of 1 to " + MAX_ID + " letters, digits, '-' or '_'");
        }
        byte[] key;
        try {
            key = Base64.getDecoder().decode(text.substring(colon + 1).strip());
        } catch (IllegalArgumentException e) {
            // Without the cause, whose message shows a part of the key.
            throw new VaultException(where + ": the key '" + id + "' is not base64");
        }
        if (key.length != BYTES) {
            throw new VaultException(
                    where + ": the key '" + id + "' has " + key.length + " bytes, expected " + BYTES + " as base64");
        }
        return new VaultKey(id, key);
    }

    private static boolean isId(String text) {
        return !text.isEmpty()
                && text.length() <= MAX_ID
                && text.chars()
                        .allMatch(c -> c >= 'a' && c <= 'z'
                                || c >= 'A' && c <= 'Z'
                                || c >= '0' && c <= '9'
                                || c == '-'
                                || c == '_');
    }

    String id() {
        return id;
    }

    SecretKey key() {
        return key;
    }

    /** The line in a key file. */
    String line() {
        return id + ":" + Base64.getEncoder().encodeToString(key.getEncoded());
    }

    byte[] derive(String purpose) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.getEncoded(), "HmacSHA256"));
            return mac.doFinal(purpose.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new VaultException("HmacSHA256 is not available", e);
        }
    }

    @Override
    public String toString() {
        return id + ":[redacted]";
    }
}
