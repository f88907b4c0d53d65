package dev.tidings.server.http;

import static dev.tidings.server.http.InvalidCall.body;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Invalid calls about devices. */
final class InvalidDevices {
    private static final String ONE = "/v1/users/u/devices/phone";
    private static final String ENDPOINT = "https://push.example.com/abc";

    private InvalidDevices() {}

    static List<InvalidCall> all() {
        List<InvalidCall> cases = new ArrayList<>(List.of(
                device("no object", "[]", ""),
                device("nothing", "{}", "/kind"),
                device("no token", "{\"kind\":\"fcm\"}", "/token"),
                device("no kind", "{\"token\":\"abc\"}", "/kind"),
                device("an unknown kind", "{\"kind\":\"adm\",\"token\":\"abc\"}", "/kind"),
                device("a kind that is no device", "{\"kind\":\"mailbox\",\"token\":\"a@b\"}", "/kind"),
                device("null for a kind", "{\"kind\":null,\"token\":\"abc\"}", "/kind"),
                device("an unknown platform", "{\"platform\":\"symbian\",\"token\":\"abc\"}", "/platform"),
                device("an unknown field", "{\"kind\":\"fcm\",\"token\":\"abc\",\"tokn\":1}", "/tokn"),
                device("an empty version", "{\"kind\":\"fcm\",\"token\":\"abc\",\"appVersion\":\"\"}", "/appVersion"),
                device(
                        "a long version",
                        "{\"kind\":\"fcm\",\"token\":\"abc\",\"appVersion\":\"" + "1".repeat(65) + "\"}",
                        "/appVersion")));
        for (String token : List.of("1", "null", "{}", "\"\"", "\"a b\"", "\"a\\n\"", "\"ä\"", text("x", 4_097))) {
            cases.add(device("fcm " + token, "{\"kind\":\"fcm\",\"token\":" + token + "}", "/token"));
        }
        for (String token :
                List.of("1", "\"\"", text("0", 63), text("0", 65), text("g", 64), text("0", 202), text(" ", 64))) {
            cases.add(device("apns " + token, "{\"platform\":\"ios\",\"token\":" + token + "}", "/token"));
        }
        String key = key(4);
        String auth = base64(new byte[16]);
        cases.addAll(List.of(
                web("no endpoint", null, key, auth, "/endpoint"),
                web("http", "http://push.example.com/", key, auth, "/endpoint"),
                web("private", "https://127.0.0.1/", key, auth, "/endpoint"),
                web("no URL", "push", key, auth, "/endpoint"),
                web("no key", ENDPOINT, null, auth, "/p256dh"),
                web("a short key", ENDPOINT, base64(new byte[64]), auth, "/p256dh"),
                web("a compressed key", ENDPOINT, key(2), auth, "/p256dh"),
                web("a key that is no point", ENDPOINT, base64(point(4, 1)), auth, "/p256dh"),
                web("a key of no base64", ENDPOINT, "%%%", auth, "/p256dh"),
                web("no secret", ENDPOINT, key, null, "/auth"),
                web("a long secret", ENDPOINT, key, base64(new byte[17]), "/auth"),
                device("web: a number", "{\"platform\":\"web\",\"token\":1}", "/token"),
                device("web: no JSON", "{\"platform\":\"web\",\"token\":\"{\"}", "/token"),
                device("web: another text", "{\"platform\":\"web\",\"token\":\"abc\"}", "/token"),
                device("web: an incomplete text", "{\"platform\":\"web\",\"token\":\"{}\"}", "/token"),
                device(
                        "web: an unknown field",
                        "{\"platform\":\"web\",\"token\":"
                                + subscription(ENDPOINT, key, auth).replace("}", ",\"x\":1}") + "}",
                        "/token/x"),
                browser("no endpoint", null, "null", keys(key, auth), "/endpoint"),
                browser("an expiration that is no number", ENDPOINT, "\"soon\"", keys(key, auth), "/expirationTime"),
                browser("keys that are no object", ENDPOINT, "null", "\"keys\":[]", "/keys"),
                browser("null for keys", ENDPOINT, "null", "\"keys\":null", "/keys"),
                browser("no key", ENDPOINT, "null", "\"keys\":{\"auth\":\"" + auth + "\"}", "/keys/p256dh"),
                browser("no secret", ENDPOINT, "null", "\"keys\":{\"p256dh\":\"" + key + "\"}", "/keys/auth"),
                browser("a compressed key", ENDPOINT, "null", keys(key(2), auth), "/keys/p256dh"),
                browser("keys twice", ENDPOINT, "null", keys(key, auth) + ",\"auth\":\"" + auth + "\"", "/auth"),
                browser("an unknown key", ENDPOINT, "null", keys(key, auth).replace("}", ",\"x\":1}"), "/keys/x")));
        for (String id : List.of("%00", "a%0Ab", "x".repeat(121))) {
            byte[] body = "{\"kind\":\"fcm\",\"token\":\"abc\"}".getBytes(StandardCharsets.UTF_8);
            cases.add(new InvalidCall(
                    "the device " + id,
                    "PUT",
                    "/v1/users/u/devices/" + id,
                    body,
                    Map.of("Content-Type", "application/json"),
                    400,
                    "invalid_parameter",
                    "path:device"));
        }
        cases.add(InvalidCall.other("a device that is not there", "DELETE", ONE, null, 404, "not_found"));
        return cases;
    }

    private static InvalidCall device(String name, String json, String pointer) {
        return body(name, "PUT", ONE, json, pointer);
    }

    private static InvalidCall web(String name, String endpoint, String key, String auth, String field) {
        String json = "{\"kind\":\"web_push\",\"token\":" + subscription(endpoint, key, auth) + "}";
        return device("web: " + name, json, "/token" + field);
    }

    private static InvalidCall browser(String name, String endpoint, String expiration, String keys, String field) {
        String start = endpoint == null ? "" : "\"endpoint\":\"" + endpoint + "\",";
        String token = "{" + start + "\"expirationTime\":" + expiration + "," + keys + "}";
        return device("browser: " + name, "{\"platform\":\"web\",\"token\":" + token + "}", "/token" + field);
    }

    private static String keys(String key, String auth) {
        return "\"keys\":{\"p256dh\":\"" + key + "\",\"auth\":\"" + auth + "\"}";
    }

    /** As {@code PushSubscription.toJSON()} of a browser gives it. */
    static String browserSubscription(String endpoint, String expiration, String key, String auth) {
        return "{\"endpoint\":\"" + endpoint + "\",\"expirationTime\":" + expiration + "," + keys(key, auth) + "}";
    }

    static String subscription(String endpoint, String key, String auth) {
        List<String> fields = new ArrayList<>();
        if (endpoint != null) {
            fields.add("\"endpoint\":\"" + endpoint + "\"");
        }
        if (key != null) {
            fields.add("\"p256dh\":\"" + key + "\"");
        }
        if (auth != null) {
            fields.add("\"auth\":\"" + auth + "\"");
        }
        return "{" + String.join(",", fields) + "}";
    }

    /** The base point of P-256. */
    static String key(int first) {
        byte[] bytes = point(first, 0);
        return base64(bytes);
    }

    private static byte[] point(int first, int off) {
        byte[] bytes = HexFormat.of()
                .parseHex("04"
                        + "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                        + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5");
        bytes[0] = (byte) first;
        bytes[64] += (byte) off;
        return bytes;
    }

    static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String text(String character, int times) {
        return "\"" + character.repeat(times) + "\"";
    }
}
