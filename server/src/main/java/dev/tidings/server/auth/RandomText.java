package dev.tidings.server.auth;

import java.security.SecureRandom;

/** Generates cryptographically random base-62 text and bytes for the ids and secrets of API keys, token secrets and tickets. */
final class RandomText {
    private static final String BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final SecureRandom RANDOM = new SecureRandom();

    private RandomText() {}

    /** Each character carries 5.95 bits. */
    static String base62(int length) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(BASE62.charAt(RANDOM.nextInt(BASE62.length())));
        }
        return text.toString();
    }

    static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    static boolean isBase62(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!(c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z')) {
                return false;
            }
        }
        return true;
    }
}
