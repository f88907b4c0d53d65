package dev.tidings.server.auth;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts the payload of unsubscribe links and of resumptions with AES-256-GCM, and verifies the signature of links of earlier versions.
 *
 * <pre>
 * nonce (12)   ciphertext and tag
 * </pre>
 *
 * <p>The nonce is an HMAC of the payload, not random: the same payload gives the same link, and two payloads share a nonce only if their
 * HMACs do, however many emails are sent.
 */
final class LinkKey {
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int SIGNATURE_BYTES = 18;

    /** Prototypes, cloned for each use: creating and keying a Mac takes longer than signing. */
    private final Mac signer;

    private final Mac nonces;
    private final SecretKeySpec encryption;

    LinkKey(byte[] secret) {
        signer = mac(secret);
        nonces = mac(hash(signer, "nonce of a sealed link".getBytes(US_ASCII)));
        encryption = new SecretKeySpec(hash(signer, "key of sealed links".getBytes(US_ASCII)), "AES");
    }

    byte[] seal(byte[] payload) {
        byte[] nonce = Arrays.copyOf(hash(nonces, payload), NONCE_BYTES);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce).doFinal(payload);
            return ByteBuffer.allocate(NONCE_BYTES + sealed.length)
                    .put(nonce)
                    .put(sealed)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES/GCM", e);
        }
    }

    /** Empty if it was not sealed with this key, or was changed. */
    Optional<byte[]> open(byte[] token) {
        if (token.length <= NONCE_BYTES + TAG_BITS / Byte.SIZE + Integer.BYTES) {
            return Optional.empty();
        }
        try {
            byte[] nonce = Arrays.copyOf(token, NONCE_BYTES);
            return Optional.of(
                    cipher(Cipher.DECRYPT_MODE, nonce).doFinal(token, NONCE_BYTES, token.length - NONCE_BYTES));
        } catch (GeneralSecurityException changed) {
            return Optional.empty();
        }
    }

    /** The payload of a link of an earlier version; empty if its signature is wrong. */
    Optional<byte[]> verified(byte[] token) {
        if (token.length <= SIGNATURE_BYTES) {
            return Optional.empty();
        }
        byte[] payload = Arrays.copyOf(token, token.length - SIGNATURE_BYTES);
        byte[] signed = Arrays.copyOfRange(token, payload.length, token.length);
        byte[] expected = Arrays.copyOf(hash(signer, payload), SIGNATURE_BYTES);
        return MessageDigest.isEqual(signed, expected) ? Optional.of(payload) : Optional.empty();
    }

    private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, encryption, new GCMParameterSpec(TAG_BITS, nonce));
        return cipher;
    }

    private static byte[] hash(Mac key, byte[] payload) {
        try {
            return ((Mac) key.clone()).doFinal(payload);
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("every JDK's HmacSHA256 can be copied", e);
        }
    }

    private static Mac mac(byte[] secret) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }
}
