package dev.tidings.server.access;

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
 * Links in mail that end mail of a kind. Each says for whom and of which type, and is signed, so that nobody can make one for
 * somebody else. They hold as long as the key does: a mail may be opened years later, and to stop it must still work.
 */
public final class UnsubscribeLinks {
    private static final String PATH = "/u/";
    private static final char BETWEEN = '\n';
    private static final int SIGNATURE_BYTES = 18;
    private static final int LONGEST = 1_024;

    private final String base;
    /** To be copied for each use: to look one up and to give it its key takes longer than to sign. */
    private final List<Mac> keys;

    /** What a link is about. */
    public record Unsubscription(UserKey user, String type) {}

    /**
     * @param base where users' mail programs reach this, without a slash at the end
     * @param secrets the first signs, and what any of them signed is good
     */
    public UnsubscribeLinks(String base, List<byte[]> secrets) {
        this.base = base;
        this.keys = secrets.stream().map(UnsubscribeLinks::mac).toList();
    }

    public String link(UserKey user, String type) {
        byte[] said = (user.tenant() + BETWEEN + type + BETWEEN + user.user()).getBytes(UTF_8);
        byte[] token = Arrays.copyOf(said, said.length + SIGNATURE_BYTES);
        System.arraycopy(signature(keys.get(0), said), 0, token, said.length, SIGNATURE_BYTES);
        return base + PATH + text(token);
    }

    private static String text(byte[] token) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
    }

    /** Empty if it is not one of ours. */
    public Optional<Unsubscription> read(String token) {
        if (token.length() > LONGEST) {
            return Optional.empty();
        }
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(token);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        // Several texts may stand for the same bytes; one link has one.
        if (bytes.length <= SIGNATURE_BYTES || !text(bytes).equals(token)) {
            return Optional.empty();
        }
        byte[] said = Arrays.copyOf(bytes, bytes.length - SIGNATURE_BYTES);
        byte[] signed = Arrays.copyOfRange(bytes, said.length, bytes.length);
        if (keys.stream().noneMatch(key -> MessageDigest.isEqual(signed, signature(key, said)))) {
            return Optional.empty();
        }
        // A user's id may hold anything, so it comes last.
        String[] parts = new String(said, UTF_8).split(String.valueOf(BETWEEN), 3);
        return Optional.of(new Unsubscription(new UserKey(parts[0], parts[2]), parts[1]));
    }

    private static byte[] signature(Mac key, byte[] said) {
        try {
            return Arrays.copyOf(((Mac) key.clone()).doFinal(said), SIGNATURE_BYTES);
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
