package dev.tidings.channels.twilio;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.delivery.Receipt;
import dev.tidings.core.delivery.ReceiptReader;
import java.net.URLDecoder;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Parses Twilio's status callbacks into delivery receipts, after verifying their signature with the account's token. */
final class TwilioReceipts implements ReceiptReader {
    /** A SHA-1 hash as base64. */
    private static final int SIGNATURE_LENGTH = 28;
    /** Callbacks have some twenty short fields. */
    private static final int MAX_BYTES = 32 << 10;

    private final SecretKeySpec key;

    /** The number does not exist, or is a landline. A phone that is switched off (30003) is not included. */
    private static final Set<String> UNREACHABLE_CODES = Set.of("30005", "30006");

    TwilioReceipts(String authToken) {
        key = new SecretKeySpec(authToken.getBytes(UTF_8), "HmacSHA1");
    }

    @Override
    public List<Receipt> read(ReceiptRequest posted) {
        TreeMap<String, String> form = verifiedForm(posted);
        String sid = form.getOrDefault("MessageSid", "");
        String status = form.getOrDefault("MessageStatus", "");
        if (sid.isEmpty() || status.isEmpty()) {
            throw new IllegalArgumentException("expected MessageSid and MessageStatus");
        }
        return switch (status) {
            case "delivered" -> List.of(new Receipt(sid, Receipt.State.DELIVERED, null, null));
            case "undelivered", "failed" -> List.of(failed(sid, status, form.get("ErrorCode")));
            default -> List.of();
        };
    }

    /**
     * The fields, after their signature was verified. The signature is over the fields and not over the body, so they have to be decoded
     * before; until then nothing else looks at them, their number is bounded, and a body that can't be decoded is just not authentic.
     */
    private TreeMap<String, String> verifiedForm(ReceiptRequest posted) {
        String signature = posted.headers().getOrDefault("x-twilio-signature", "");
        if (signature.length() != SIGNATURE_LENGTH || posted.body().length > MAX_BYTES) {
            throw notAuthentic();
        }
        TreeMap<String, String> form;
        try {
            form = form(new String(posted.body(), UTF_8));
        } catch (IllegalArgumentException malformed) {
            throw notAuthentic();
        }
        if (!MessageDigest.isEqual(signature(posted.url(), form).getBytes(UTF_8), signature.getBytes(UTF_8))) {
            throw notAuthentic();
        }
        return form;
    }

    private static NotAuthenticException notAuthentic() {
        return new NotAuthenticException("X-Twilio-Signature: expected the signature of this account");
    }

    private static Receipt failed(String sid, String status, String code) {
        boolean known = code != null && code.matches("[1-9][0-9]{0,8}");
        return new Receipt(
                sid,
                UNREACHABLE_CODES.contains(code == null ? "" : code)
                        ? Receipt.State.UNREGISTERED
                        : Receipt.State.FAILED,
                known ? code : null,
                known ? status + ", https://www.twilio.com/docs/errors/" + code : status);
    }

    /** Over the URL as Twilio knows it, followed by all fields in order of their names, without separators. */
    String signature(String url, TreeMap<String, String> form) {
        StringBuilder signed = new StringBuilder(url);
        for (Map.Entry<String, String> field : form.entrySet()) {
            signed.append(field.getKey()).append(field.getValue());
        }
        try {
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(key);
            return Base64.getEncoder()
                    .encodeToString(mac.doFinal(signed.toString().getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static TreeMap<String, String> form(String body) {
        TreeMap<String, String> form = new TreeMap<>();
        for (String field : body.split("&")) {
            String[] parts = field.split("=", 2);
            form.put(URLDecoder.decode(parts[0], UTF_8), parts.length == 2 ? URLDecoder.decode(parts[1], UTF_8) : "");
        }
        return form;
    }
}
