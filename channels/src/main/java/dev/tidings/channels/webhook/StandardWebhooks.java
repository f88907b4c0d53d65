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

/** Signs and verifies webhooks as specified by Standard Webhooks. */
public final class StandardWebhooks {
    public static final String ID = "webhook-id";
    public static final String TIMESTAMP = "webhook-timestamp";
    public static final String SIGNATURE = "webhook-signature";

    /** The maximum clock difference; an older webhook counts as a replay attack. */
    public static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final String VERSION = "v1,";
    private static final String ALGORITHM = "HmacSHA256";

    private StandardWebhooks() {}

    /** The signature header, with one signature per secret, so that receivers can rotate secrets. */
    public static String sign(List<WebhookSecret> secrets, String id, Instant timestamp, String body) {
        String signed = id + "." + timestamp.getEpochSecond() + "." + body;
        return secrets.stream()
                .map(secret -> VERSION + Base64.getEncoder().encodeToString(mac(secret, signed)))
                .collect(Collectors.joining(" "));
    }

    /**
     * Whether a webhook is signed with one of the secrets, and recent.
     *
     * @param timestamp the header as received, like the signature
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
                // No early exit: constant time.
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
