package dev.tidings.channels.webhook;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * A secret shared by the sender and the receiver of webhooks: 24 to 64 bytes, written as {@code whsec_} and Base64. Never printed.
 */
public final class WebhookSecret {
    /** The expected format, for messages. */
    public static final String EXPECTED = "whsec_ and 24 to 64 bytes in Base64";

    private static final String PREFIX = "whsec_";
    private static final int MIN_BYTES = 24;
    private static final int MAX_BYTES = 64;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] key;

    private WebhookSecret(byte[] key) {
        this.key = key;
    }

    /** @throws IllegalArgumentException if it is malformed; the message does not contain it */
    public static WebhookSecret of(String text) {
        byte[] key = null;
        try {
            key = text.startsWith(PREFIX) ? Base64.getDecoder().decode(text.substring(PREFIX.length())) : null;
        } catch (IllegalArgumentException e) {
            // Reported below, without its content.
        }
        if (key == null || key.length < MIN_BYTES || key.length > MAX_BYTES) {
            throw new IllegalArgumentException("expected " + EXPECTED);
        }
        return new WebhookSecret(key);
    }

    /** Parses secrets separated by spaces, newest first. At least one. */
    public static List<WebhookSecret> several(String text) {
        return Arrays.stream(text.strip().split("\\s+")).map(WebhookSecret::of).toList();
    }

    /** Generates a secret in text form. */
    public static String generate() {
        byte[] key = new byte[32];
        RANDOM.nextBytes(key);
        return PREFIX + Base64.getEncoder().encodeToString(key);
    }

    byte[] key() {
        return key;
    }

    @Override
    public String toString() {
        return "[redacted]";
    }
}
