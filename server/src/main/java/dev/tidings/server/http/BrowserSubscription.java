package dev.tidings.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigInteger;
import java.util.Base64;
import java.util.Optional;

/**
 * A browser's Web Push subscription (RFC 8030, RFC 8291), validated when it is read from the token of a device registration. Both the form
 * of the browser's {@code PushSubscription.toJSON()}, with {@code keys}, and the flat canonical form are read.
 *
 * @param endpoint the URL of the push service
 * @param p256dh the browser's public key
 * @param auth the browser's authentication secret
 */
record BrowserSubscription(String endpoint, byte[] p256dh, byte[] auth) {
    private static final String P256DH = "the browser's public key: base64url of the 65 bytes of a point on P-256";
    private static final String AUTH = "the browser's secret: base64url of 16 bytes";
    private static final String EXPIRATION = "null or a number of milliseconds, as the browser gave it";
    private static final int POINT_BYTES = 65;
    private static final int COORDINATE_BYTES = 32;
    private static final int AUTH_BYTES = 16;

    /** Parameters of the curve P-256: y² = x³ − 3x + b, modulo p. */
    private static final BigInteger P =
            new BigInteger("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff", 16);

    private static final BigInteger B =
            new BigInteger("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b", 16);

    /** Empty if it is invalid; then errors are added. Keys are not echoed in errors. */
    static Optional<BrowserSubscription> read(JsonFields fields, CallableUrls urls) {
        Optional<String> endpoint = fields.text("endpoint", urls.expectedEndpoint(), urls::isEndpoint);
        fields.required("endpoint", endpoint, urls.expectedEndpoint());
        checkExpiration(fields);
        JsonFields keys = fields.object("keys").orElse(fields);
        Optional<byte[]> key = bytes(keys, "p256dh", P256DH, POINT_BYTES).filter(point -> {
            boolean valid = isPoint(point);
            if (!valid) {
                keys.errors().add(keys.pointer("p256dh"), "another 65 bytes", P256DH);
            }
            return valid;
        });
        Optional<byte[]> auth = bytes(keys, "auth", AUTH, AUTH_BYTES);
        fields.rejectUnknown();
        if (keys != fields) {
            keys.rejectUnknown();
        }
        return endpoint.isPresent() && key.isPresent() && auth.isPresent()
                ? Optional.of(new BrowserSubscription(endpoint.get(), key.get(), auth.get()))
                : Optional.empty();
    }

    /** Not kept: a push service reports an expired subscription as unregistered. */
    private static void checkExpiration(JsonFields fields) {
        fields.raw("expirationTime")
                .filter(value -> value != JsonFields.NULL && !(value instanceof Number))
                .ifPresent(value ->
                        fields.errors().add(fields.pointer("expirationTime"), JsonFields.display(value), EXPIRATION));
    }

    private static Optional<byte[]> bytes(JsonFields fields, String name, String expected, int length) {
        Optional<Object> value = fields.raw(name);
        if (value.isPresent() && value.get() instanceof String text) {
            Optional<byte[]> decoded = decoded(text).filter(bytes -> bytes.length == length);
            if (decoded.isEmpty()) {
                fields.errors().add(fields.pointer(name), text.length() + " characters", expected);
            }
            return decoded;
        }
        fields.errors().add(fields.pointer(name), value.map(JsonFields::display).orElse(null), expected);
        return Optional.empty();
    }

    private static Optional<byte[]> decoded(String text) {
        try {
            return Optional.of(Base64.getUrlDecoder().decode(text));
        } catch (IllegalArgumentException no) {
            return Optional.empty();
        }
    }

    /** Whether it is an uncompressed point on the curve: encryption to any other point fails or is insecure. */
    private static boolean isPoint(byte[] bytes) {
        BigInteger x = new BigInteger(1, bytes, 1, COORDINATE_BYTES);
        BigInteger y = new BigInteger(1, bytes, 1 + COORDINATE_BYTES, COORDINATE_BYTES);
        BigInteger three = BigInteger.valueOf(3);
        return bytes[0] == 4
                && x.compareTo(P) < 0
                && y.compareTo(P) < 0
                && y.multiply(y)
                                .subtract(x.pow(3).subtract(three.multiply(x)).add(B))
                                .mod(P)
                                .signum()
                        == 0;
    }

    /** The canonical form. */
    String json() {
        Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
        return new String(
                Json.bytes(json -> {
                    json.writeStartObject();
                    json.writeStringField("endpoint", endpoint);
                    json.writeStringField("p256dh", base64.encodeToString(p256dh));
                    json.writeStringField("auth", base64.encodeToString(auth));
                    json.writeEndObject();
                }),
                UTF_8);
    }
}
