package dev.tidings.channels.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs webhooks, and tells whether one is signed. */
public final class StandardWebhooks {
    public static final String ID = "webhook-id";
    public static final String TIMESTAMP = "webhook-timestamp";
    public static final String SIGNATURE = "webhook-signature";

    /** Beyond which a receiver takes it for one that somebody has kept and plays again. */
    public static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final String VERSION = "v1,";
    private static final String ALGORITHM = "HmacSHA256";

    private StandardWebhooks() {}

    /** The header: a signature by each secret, so that a receiver may go on with the old one while a new one is being introduced. */
    public static String sign(List<WebhookSecret> secrets, String id, Instant timestamp, String body) {
        String signed = id + "." + timestamp.getEpochSecond() + "." + body;
        return secrets.stream()
                .map(secret -> VERSION + Base64.getEncoder().encodeToString(mac(secret, signed)))
                .collect(Collectors.joining(" "));
    }

    /**
     * Whether a webhook is signed with one of the secrets, and of about now.
     *
     * @param timestamp the header, as it came; so is the signature
     */
    public static boolean verify(
            List<WebhookSecret> secrets, String id, String timestamp, String signature, String body, Instant now) {
        if (id == null || signature == null || timestamp == null || !timestamp.matches("[0-9]{1,12}")) {
            return false;
        }
        Instant signedAt = Instant.ofEpochSecond(Long.parseLong(timestamp));
        if (Duration.between(signedAt, now).abs().compareTo(TOLERANCE) > 0) {
            return false;
        }
        boolean found = false;
        for (WebhookSecret secret : secrets) {
            byte[] expected = sign(List.of(secret), id, signedAt, body).getBytes(UTF_8);
            for (String given : signature.split(" ")) {
                // Goes on when it is found: how long it takes tells nothing.
                found |= MessageDigest.isEqual(expected, given.getBytes(UTF_8));
            }
        }
        return found;
    }

    private static byte[] mac(WebhookSecret secret, String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.key(), ALGORITHM));
            return mac.doFinal(text.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
