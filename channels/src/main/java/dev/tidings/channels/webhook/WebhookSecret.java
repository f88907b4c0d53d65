package dev.tidings.channels.webhook;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** What a sender and a receiver of webhooks share: 24 to 64 bytes, written as {@code whsec_} and Base64. Does not print itself. */
public final class WebhookSecret {
    /** What one looks like, for people. */
    public static final String EXPECTED = "whsec_ and 24 to 64 bytes in Base64";

    private static final String PREFIX = "whsec_";
    private static final int LEAST = 24;
    private static final int MOST = 64;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] key;

    private WebhookSecret(byte[] key) {
        this.key = key;
    }

    /** @throws IllegalArgumentException if it is none; does not repeat it */
    public static WebhookSecret of(String text) {
        byte[] key = null;
        try {
            key = text.startsWith(PREFIX) ? Base64.getDecoder().decode(text.substring(PREFIX.length())) : null;
        } catch (IllegalArgumentException e) {
            // Said below, without repeating it.
        }
        if (key == null || key.length < LEAST || key.length > MOST) {
            throw new IllegalArgumentException("expected " + EXPECTED);
        }
        return new WebhookSecret(key);
    }

    /** Several, with spaces between; the first is the newest. At least one. */
    public static List<WebhookSecret> several(String text) {
        return Arrays.stream(text.strip().split("\\s+")).map(WebhookSecret::of).toList();
    }

    /** A new one, in writing. */
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
