package dev.tidings.metadata.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.delivery.AddressKind;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Computes the SHA-256 hash of a device token and its kind, which is indexed in place of the token because the token is too long. */
final class DeviceTokenHash {
    static final int BYTES = 32;

    private DeviceTokenHash() {}

    static byte[] of(AddressKind kind, String token) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(kind.wire().getBytes(UTF_8));
            digest.update((byte) 0);
            return digest.digest(token.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
