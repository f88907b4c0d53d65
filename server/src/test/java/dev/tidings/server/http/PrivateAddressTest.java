package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of the option {@code channels.allowPrivate}: everything that may be entered with it, and nothing of it without. */
class PrivateAddressTest {
    private static final String KEY =
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    private static final String BROWSER =
            "{\"kind\":\"web_push\",\"token\":{\"endpoint\":\"http://10.0.0.7:9000/p\",\"p256dh\":\"" + KEY
                    + "\",\"auth\":\"BTBZMqHH6r4Tts7J_aSIgg\"}}";
    private static final Map<String, String> CALLS = Map.of(
            "PUT /v1/users/ann",
            "{\"webhook\":\"http://127.0.0.1:9000/hook\"}",
            "PUT /v1/users/ann/devices/browser",
            BROWSER,
            "POST /v1/webhooks",
            "{\"url\":\"http://localhost:9000/\"}",
            "PUT /v1/providers/mail",
            "{\"kind\":\"smtp\",\"settings\":{\"host\":\"127.0.0.1\",\"from\":\"a@example.com\"}}",
            "PUT /v1/providers/sms",
            "{\"kind\":\"smpp\",\"settings\":{\"host\":\"10.0.0.1\",\"systemId\":\"x\",\"password\":\"secret\",\"source\":\"x\"}}");

    @Test
    void privateAddress_isAcceptedIfPermitted() {
        try (TestHttpServer edge = new TestHttpServer(Map.of("TIDINGS_CHANNELS_ALLOW_PRIVATE", "true"))) {
            CALLS.forEach((call, body) -> assertThat(answer(edge, call, body).status())
                    .as("%s: %s", call, answer(edge, call, body))
                    .isIn(200, 201));
        }
    }

    @Test
    void privateAddress_isRefusedWhenEntered() {
        try (TestHttpServer edge = new TestHttpServer()) {
            CALLS.forEach((call, body) -> {
                Reply reply = answer(edge, call, body);
                assertThat(reply.status()).as("%s: %s", call, reply).isEqualTo(422);
                assertThat(reply.body()).contains("on the public internet");
            });
        }
    }

    private static Reply answer(TestHttpServer edge, String call, String body) {
        String[] parts = call.split(" ");
        return edge.call(parts[0], parts[1], body);
    }
}
