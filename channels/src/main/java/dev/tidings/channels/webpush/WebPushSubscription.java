package dev.tidings.channels.webpush;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Base64;
import java.util.Iterator;
import java.util.Set;

/**
 * The push subscription of a browser: its endpoint and keys. A secret, because it is all that is needed to send to the browser. Never
 * printed.
 */
public final class WebPushSubscription {
    private static final String EXPECTED = "a JSON object with the texts endpoint, p256dh and auth";
    private static final Set<String> FIELDS = Set.of("endpoint", "p256dh", "auth");
    private static final int MAX_ENDPOINT = 2_048;
    private static final int AUTH_BYTES = 16;
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final URI endpoint;
    private final byte[] p256dh;
    private final byte[] auth;

    private WebPushSubscription(URI endpoint, byte[] p256dh, byte[] auth) {
        this.endpoint = endpoint;
        this.p256dh = p256dh;
        this.auth = auth;
    }

    /**
     * Parses the stored address of a browser.
     *
     * @throws IllegalArgumentException if it is invalid; the message says what was expected
     */
    public static WebPushSubscription parse(String text) {
        return parse(text, false);
    }

    /** @param plain whether plain http is permitted */
    static WebPushSubscription parse(String text, boolean plain) {
        JsonNode json = json(text);
        URI endpoint = endpoint(text(json, "endpoint"), plain);
        byte[] p256dh = bytes(json, "p256dh");
        if (!P256.isPoint(p256dh)) {
            throw new IllegalArgumentException("p256dh: got " + p256dh.length
                    + " bytes that are no key, expected the 65 bytes of a point on P-256, uncompressed, in base64url");
        }
        byte[] auth = bytes(json, "auth");
        if (auth.length != AUTH_BYTES) {
            throw new IllegalArgumentException(
                    "auth: got " + auth.length + " bytes, expected " + AUTH_BYTES + " bytes in base64url");
        }
        return new WebPushSubscription(endpoint, p256dh, auth);
    }

    private static JsonNode json(String text) {
        JsonNode json;
        try {
            json = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            // Without the cause, which quotes its input.
            throw new IllegalArgumentException("subscription: got something else, expected " + EXPECTED);
        }
        if (!json.isObject()) {
            throw new IllegalArgumentException("subscription: got something else, expected " + EXPECTED);
        }
        for (Iterator<String> names = json.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!FIELDS.contains(name)) {
                throw new IllegalArgumentException("subscription: got the field '" + name + "', expected " + EXPECTED);
            }
        }
        return json;
    }

    private static String text(JsonNode json, String name) {
        JsonNode value = json.path(name);
        if (!value.isTextual()) {
            throw new IllegalArgumentException(
                    name + ": got " + (value.isMissingNode() ? "nothing" : "no text") + ", expected " + EXPECTED);
        }
        return value.textValue();
    }

    private static URI endpoint(String text, boolean plain) {
        try {
            URI uri = new URI(text);
            String host = uri.getHost();
            boolean web = "https".equals(uri.getScheme()) || plain && "http".equals(uri.getScheme());
            if (web
                    && host != null
                    && uri.getUserInfo() == null
                    && uri.getFragment() == null
                    && text.length() <= MAX_ENDPOINT) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // Reported below.
        }
        throw new IllegalArgumentException("endpoint: got "
                + (text.length() > MAX_ENDPOINT ? text.length() + " characters" : "'" + text + "'")
                + ", expected an https URL of at most " + MAX_ENDPOINT
                + " characters, with a host and without a user or a fragment");
    }

    private static byte[] bytes(JsonNode json, String name) {
        String text = text(json, name);
        try {
            return Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ": got something else, expected base64url");
        }
    }

    URI endpoint() {
        return endpoint;
    }

    /** The audience of a VAPID token: the origin of the push service (RFC 6454). */
    String origin() {
        return endpoint.getScheme() + "://" + endpoint.getHost()
                + (endpoint.getPort() < 0 ? "" : ":" + endpoint.getPort());
    }

    /** The browser's public key. */
    byte[] p256dh() {
        return p256dh.clone();
    }

    /** The authentication secret shared with the browser. */
    byte[] auth() {
        return auth.clone();
    }

    @Override
    public String toString() {
        return "[redacted]";
    }
}
