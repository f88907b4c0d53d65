package dev.tidings.channels.webpush;

import static dev.tidings.channels.webpush.TestSender.NOW;
import static dev.tidings.channels.webpush.TestSender.PUSH;
import static dev.tidings.channels.webpush.TestSender.SOON;
import static dev.tidings.channels.webpush.TestSender.delivery;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.interaso.webpush.VapidKeys;
import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.model.Priority;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the requests, down to the decrypted content and the VAPID identity. */
class WebPushRequestTest {
    private final BlockingQueue<PushService.Call> calls = new LinkedBlockingQueue<>();
    private final VapidKeys keys = VapidKeys.generate();
    private Browser browser;
    private PushService service;
    private Provider provider;

    @BeforeEach
    void start() throws Exception {
        browser = Browser.create();
        service = new PushService(call -> {
            calls.add(call);
            call.answer("HTTP/1.1 201 Created");
        });
        provider = TestSender.open(
                new WebPushKind(new PublicAddresses(true)), TestSender.settings(keys), Duration.ofSeconds(30));
    }

    @AfterEach
    void stop() {
        provider.close();
        service.close();
    }

    private Outcome outcome(Message.Push message, Priority priority, Instant expiresAt) throws Exception {
        return provider.deliver(to(message, priority, expiresAt)).get(60, TimeUnit.SECONDS);
    }

    private Delivery to(Message.Push message, Priority priority, Instant expiresAt) {
        return delivery(browser.subscription(service.endpoint("/push/1?a=b")), message, priority, expiresAt);
    }

    @Test
    void request_matchesTheReference() throws Exception {
        Message.Push push = new Message.Push(
                "Your order", "It's \"there\"\nGrüße", "{\"order_id\":12345678901234567890.10}", "/orders/1");
        assertThat(outcome(push, Priority.HIGH, SOON))
                .as("our own id if the push service gives none")
                .isEqualTo(new Outcome.Accepted(to(push, Priority.HIGH, SOON).dedupeKey()));

        PushService.Call call = calls.remove();
        assertThat(call.path()).isEqualTo("/push/1?a=b");
        Map<String, String> headers = new TreeMap<>(call.headers());
        assertThat(headers.remove("authorization")).startsWith("vapid t=");
        assertThat(headers)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        ":method", "POST",
                        "host", service.endpoint("").substring("http://".length()),
                        "user-agent", "Tidings",
                        "content-type", "application/octet-stream",
                        "content-encoding", "aes128gcm",
                        "content-length", "" + call.body().length,
                        "ttl", "3600",
                        "urgency", "high",
                        "topic", WebPushRequests.topic(to(push, Priority.HIGH, SOON))));
        assertThat(headers.get("topic")).matches("[A-Za-z0-9_-]{22}");
        assertThat(browser.decrypted(call.body()))
                .isEqualTo("{\"title\":\"Your order\",\"body\":\"It's \\\"there\\\"\\nGrüße\","
                        + "\"data\":{\"order_id\":12345678901234567890.10},\"deepLink\":\"/orders/1\"}");
    }

    @Test
    void vapidToken_identifiesTheSender() throws Exception {
        outcome(PUSH, Priority.NORMAL, SOON);
        String[] credentials = calls.remove().headers().get("authorization").split("vapid t=|, k=");
        assertThat(credentials[2]).isEqualTo(Browser.encoded(keys.getApplicationServerKey()));

        String[] token = credentials[1].split("\\.");
        Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
        signature.initVerify(Browser.publicKey(Browser.decoded(credentials[2])));
        signature.update((token[0] + "." + token[1]).getBytes(UTF_8));
        assertThat(signature.verify(Browser.decoded(token[2]))).as("signed").isTrue();

        JsonNode claims = new ObjectMapper().readTree(Browser.decoded(token[1]));
        assertThat(claims.get("aud").textValue()).isEqualTo(service.endpoint(""));
        assertThat(claims.get("sub").textValue()).isEqualTo("mailto:push@example.org");
        assertThat(Instant.ofEpochSecond(claims.get("exp").longValue()))
                .isBetween(Instant.now(), Instant.now().plus(Duration.ofDays(1)));
    }

    @ParameterizedTest
    @CsvSource({"CRITICAL,high", "HIGH,high", "NORMAL,normal", "BULK,low"})
    void urgency(Priority priority, String urgency) throws Exception {
        outcome(PUSH, priority, SOON);
        assertThat(calls.remove().headers()).containsEntry("urgency", urgency);
    }

    @Test
    void timeToLive_isBounded() throws Exception {
        for (Instant expiresAt :
                new Instant[] {null, NOW.plus(Duration.ofDays(29)), NOW.plusSeconds(1), NOW, NOW.minusSeconds(5)}) {
            outcome(PUSH, Priority.NORMAL, expiresAt);
        }
        assertThat(calls)
                .extracting(call -> call.headers().get("ttl"))
                .containsExactly("2419200", "2419200", "1", "0", "0");
    }

    @Test
    void payloadLimit_isExact() throws Exception {
        int around = "{\"body\":\"\"}".length();
        // Two bytes each, to prove that bytes are counted and not characters.
        String fits = "ü".repeat((3_993 - around) / 2) + "x".repeat((3_993 - around) % 2);
        assertThat(outcome(new Message.Push(null, fits, null, null), Priority.NORMAL, SOON))
                .isInstanceOf(Outcome.Accepted.class);
        PushService.Call call = calls.remove();
        assertThat(call.body()).hasSize(4_096);
        assertThat(browser.decrypted(call.body())).contains(fits);

        assertThat(outcome(new Message.Push(null, fits + "x", null, null), Priority.NORMAL, SOON))
                .isEqualTo(new Outcome.Rejected("payload_too_large", "3994 bytes as JSON, expected at most 3993"));
        assertThat(calls).as("not even sent").isEmpty();
    }

    @Test
    void encryption_differsPerRequest() throws Exception {
        outcome(PUSH, Priority.NORMAL, SOON);
        outcome(PUSH, Priority.NORMAL, SOON);
        assertThat(calls.remove().body()).isNotEqualTo(calls.remove().body());
    }
}
