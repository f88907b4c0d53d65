package dev.tidings.channels.webpush;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebPushSubscriptionTest {
    private static final String KEY =
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    private static final String AUTH = "BTBZMqHH6r4Tts7J_aSIgg";

    private static String json(String endpoint, String p256dh, String auth) {
        return "{\"endpoint\":\"%s\",\"p256dh\":\"%s\",\"auth\":\"%s\"}".formatted(endpoint, p256dh, auth);
    }

    @ParameterizedTest
    @CsvSource({
        "https://push.example.org/wpush/v2/abc?x=y,https://push.example.org",
        "https://push.example.org:8443/abc,https://push.example.org:8443",
        "https://[2001:db8::1]/abc,https://[2001:db8::1]",
    })
    void validSubscription_isParsed(String endpoint, String origin) {
        WebPushSubscription subscription = WebPushSubscription.parse(json(endpoint, KEY + "=", AUTH + "=="));
        assertThat(subscription.endpoint()).hasToString(endpoint);
        assertThat(subscription.origin()).isEqualTo(origin);
        assertThat(subscription).hasToString("[redacted]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "http://push.example.org/",
                "http://127.0.0.1/",
                "ftp://push.example.org/",
                "//push.example.org/",
                "https:///path",
                "https:push",
                "https://somebody@push.example.org/",
                "https://push.example.org/#here",
                "https://push example.org/"
            })
    void invalidEndpoint_isRejected(String endpoint) {
        assertThatThrownBy(() -> WebPushSubscription.parse(json(endpoint, KEY, AUTH)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("endpoint: got '" + endpoint + "', expected an https URL of at most 2048 characters, "
                        + "with a host and without a user or a fragment");
    }

    @Test
    void endpointLength_isLimited() {
        String longest = "https://push.example.org/" + "x".repeat(2_048 - 25);
        assertThat(WebPushSubscription.parse(json(longest, KEY, AUTH)).endpoint())
                .hasToString(longest);
        assertThatThrownBy(() -> WebPushSubscription.parse(json(longest + "x", KEY, AUTH)))
                .hasMessageStartingWith("endpoint: got 2049 characters, expected");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "\"text\"",
                "{",
                "{} {}",
                "{\"endpoint\":\"https://a.example\",\"endpoint\":\"https://b.example\"}"
            })
    void otherThanAnObject_isRejected(String text) {
        assertThatThrownBy(() -> WebPushSubscription.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "subscription: got something else, expected a JSON object with the texts endpoint, p256dh and auth")
                .hasNoCause();
    }

    @Test
    void wrongFields_areRejected() {
        assertThatThrownBy(() -> WebPushSubscription.parse("{\"endpoint\":\"https://a.example\",\"keys\":{}}"))
                .hasMessage(
                        "subscription: got the field 'keys', expected a JSON object with the texts endpoint, p256dh and auth");
        assertThatThrownBy(() -> WebPushSubscription.parse("{\"endpoint\":\"https://a.example\"}"))
                .hasMessage("p256dh: got nothing, expected a JSON object with the texts endpoint, p256dh and auth");
        assertThatThrownBy(() -> WebPushSubscription.parse("{\"endpoint\":7}"))
                .hasMessage("endpoint: got no text, expected a JSON object with the texts endpoint, p256dh and auth");
    }

    @ParameterizedTest
    @CsvSource({"'',16", "AAAA,16", "BTBZMqHH6r4Tts7J_aSIggAA,16"})
    void wrongAuthLength_isRejected(String auth, int expected) {
        assertThatThrownBy(() -> WebPushSubscription.parse(json("https://a.example", KEY, auth)))
                .hasMessage("auth: got " + Browser.decoded(auth).length + " bytes, expected " + expected
                        + " bytes in base64url");
    }

    @Test
    void invalidBase64_isRejected() {
        assertThatThrownBy(() -> WebPushSubscription.parse(json("https://a.example", KEY, "se+cret/")))
                .hasMessage("auth: got something else, expected base64url")
                .hasNoCause();
    }

    @Test
    void invalidPoint_isRejected() {
        byte[] point = Browser.decoded(KEY);
        byte[] beside = point.clone();
        beside[64] ^= 1;
        byte[] compressed = point.clone();
        compressed[0] = 2;
        byte[] nowhere = new byte[65];
        nowhere[0] = 4;
        byte[] beyond = point.clone();
        Arrays.fill(beyond, 1, 33, (byte) 0xff);
        for (byte[] key : new byte[][] {beside, compressed, nowhere, beyond, Arrays.copyOf(point, 64), new byte[0]}) {
            assertThatThrownBy(() -> WebPushSubscription.parse(json("https://a.example", Browser.encoded(key), AUTH)))
                    .hasMessage(
                            "p256dh: got " + key.length + " bytes that are no key, expected the 65 bytes of a point on "
                                    + "P-256, uncompressed, in base64url");
        }
    }

    @Test
    void plainHttp_isReadOnlyIfAllowed() {
        for (String origin : new String[] {"http://127.0.0.1:1", "http://push.example.org"}) {
            String text = json(origin + "/", KEY, AUTH);
            assertThat(WebPushSubscription.parse(text, true).origin()).isEqualTo(origin);
            assertThatThrownBy(() -> WebPushSubscription.parse(text, false))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
