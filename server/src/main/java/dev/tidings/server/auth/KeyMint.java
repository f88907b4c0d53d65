package dev.tidings.server.auth;

import dev.tidings.core.metadata.ApiKey;
import dev.tidings.core.metadata.ApiKeyScope;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Mints, parses and verifies API keys: {@code tk_<id>_<secret>}. The id finds the key, the secret proves it. A secret has 190 random
 * bits, so a fast hash is as safe as a slow one: a brute-force search is hopeless either way.
 */
public final class KeyMint {
    private static final String PREFIX = "tk_";
    private static final int ID_LENGTH = 14;
    private static final int SECRET_LENGTH = 32;
    /** Far above the minted length: leaves room for a longer format, and keeps a client from making the server hash a megabyte. */
    private static final int MAX_LENGTH = 200;

    /** A new key as it is stored, and its text, which is shown only once. */
    public record MintedKey(ApiKey key, String text) {
        @Override
        public String toString() {
            return "Minted[" + key.id() + ", text [redacted]]";
        }
    }

    /** The parsed key of a request, not verified yet. */
    record ParsedKey(String id, String secret) {
        @Override
        public String toString() {
            return "Presented[" + id + ", secret [redacted]]";
        }
    }

    private KeyMint() {}

    public static MintedKey mint(String tenant, String name, Set<ApiKeyScope> scopes, Instant now) {
        String id = RandomText.base62(ID_LENGTH);
        String secret = RandomText.base62(SECRET_LENGTH);
        ApiKey key = new ApiKey(
                id, tenant, name, scopes, hash(secret), Optional.empty(), Optional.empty(), now, Optional.empty());
        return new MintedKey(key, format(id, secret));
    }

    static String newSecret() {
        return RandomText.base62(SECRET_LENGTH);
    }

    static String format(String id, String secret) {
        return PREFIX + id + "_" + secret;
    }

    static boolean looksLikeKey(String credentials) {
        return credentials.startsWith(PREFIX);
    }

    static Optional<ParsedKey> parse(String text) {
        int separator = text.indexOf('_', PREFIX.length());
        if (!text.startsWith(PREFIX) || text.length() > MAX_LENGTH || separator < 0) {
            return Optional.empty();
        }
        String id = text.substring(PREFIX.length(), separator);
        String secret = text.substring(separator + 1);
        boolean wellFormed =
                id.length() >= 12 && secret.length() >= 27 && RandomText.isBase62(id) && RandomText.isBase62(secret);
        return wellFormed ? Optional.of(new ParsedKey(id, secret)) : Optional.empty();
    }

    static byte[] hash(String secret) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    /** Compares in constant time. */
    static boolean verifies(String secret, ApiKey key, Instant now) {
        byte[] hash = hash(secret);
        boolean current = MessageDigest.isEqual(hash, key.secretHash());
        boolean previous = key.previousHash().isPresent()
                && key.previousUntil().isPresent()
                && now.isBefore(key.previousUntil().get())
                && MessageDigest.isEqual(hash, key.previousHash().get());
        return key.revokedAt().isEmpty() && (current || previous);
    }
}
