package dev.tidings.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.model.UserKey;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs and verifies the unsubscribe links in emails. A link carries the user and the notification type, signed with an HMAC against
 * forgery. It is valid as long as its key: an email may be opened years later, and unsubscribing must still work.
 */
public final class UnsubscribeLinks {
    private static final String PATH = "/u/";
    private static final char SEPARATOR = '\n';
    private static final int SIGNATURE_BYTES = 18;
    private static final int MAX_LENGTH = 1_024;

    private final String base;
    /** Prototypes, cloned for each use: creating and keying a Mac takes longer than signing. */
    private final List<Mac> keys;

    /** The user and the notification type of a link. */
    public record Unsubscription(UserKey user, String type) {}

    /**
     * @param base the public URL of this server, without a trailing slash
     * @param secrets the first one signs, all of them verify
     */
    public UnsubscribeLinks(String base, List<byte[]> secrets) {
        this.base = base;
        this.keys = secrets.stream().map(UnsubscribeLinks::mac).toList();
    }

    public String link(UserKey user, String type) {
        byte[] payload = (user.tenant() + SEPARATOR + type + SEPARATOR + user.user()).getBytes(UTF_8);
        byte[] token = Arrays.copyOf(payload, payload.length + SIGNATURE_BYTES);
        System.arraycopy(signature(keys.get(0), payload), 0, token, payload.length, SIGNATURE_BYTES);
        return base + PATH + text(token);
    }

    private static String text(byte[] token) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
    }

    /** Empty if the token is malformed or its signature is wrong. */
    public Optional<Unsubscription> read(String token) {
        if (token.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(token);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        // Several base64 texts decode to the same bytes; only the canonical one is accepted.
        if (bytes.length <= SIGNATURE_BYTES || !text(bytes).equals(token)) {
            return Optional.empty();
        }
        byte[] payload = Arrays.copyOf(bytes, bytes.length - SIGNATURE_BYTES);
        byte[] signed = Arrays.copyOfRange(bytes, payload.length, bytes.length);
        if (keys.stream().noneMatch(key -> MessageDigest.isEqual(signed, signature(key, payload)))) {
            return Optional.empty();
        }
        // A user's id may contain the separator, so it comes last.
        String[] parts = new String(payload, UTF_8).split(String.valueOf(SEPARATOR), 3);
        return Optional.of(new Unsubscription(new UserKey(parts[0], parts[2]), parts[1]));
    }

    private static byte[] signature(Mac key, byte[] payload) {
        try {
            return Arrays.copyOf(((Mac) key.clone()).doFinal(payload), SIGNATURE_BYTES);
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
