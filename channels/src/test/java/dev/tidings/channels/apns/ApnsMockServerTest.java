package dev.tidings.channels.apns;

import static dev.tidings.channels.apns.TestAccount.NOW;
import static dev.tidings.channels.apns.TestAccount.SOON;
import static dev.tidings.channels.apns.TestAccount.TOKEN;
import static dev.tidings.channels.apns.TestAccount.TOPIC;
import static dev.tidings.channels.apns.TestAccount.delivery;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.eatthepath.pushy.apns.auth.ApnsVerificationKey;
import com.eatthepath.pushy.apns.server.MockApnsServer;
import com.eatthepath.pushy.apns.server.MockApnsServerBuilder;
import com.eatthepath.pushy.apns.server.PushNotificationHandler;
import com.eatthepath.pushy.apns.server.ValidatingPushNotificationHandlerFactory;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.model.Priority;
import dev.tidings.testkit.LoopbackCertificate;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the requests against pushy's mock server, which checks token signature, topic, headers and size. */
class ApnsMockServerTest {
    private final Queue<Map<String, String>> headers = new ConcurrentLinkedQueue<>();
    private final Queue<String> payloads = new ConcurrentLinkedQueue<>();
    private MockApnsServer server;
    private Provider provider;

    @BeforeEach
    void start() throws Exception {
        KeyPair keys = TestAccount.keys("secp256r1");
        ApnsVerificationKey known =
                new ApnsVerificationKey(TestAccount.KEY, TestAccount.TEAM, (ECPublicKey) keys.getPublic());
        ValidatingPushNotificationHandlerFactory checks = new ValidatingPushNotificationHandlerFactory(
                Map.of(TOPIC, Set.of(TOKEN)),
                Map.of("ab".repeat(32), NOW),
                Map.of(known.getKeyId(), known),
                Map.of(known, Set.of(TOPIC)));
        server = new MockApnsServerBuilder()
                .setServerCredentials(
                        new X509Certificate[] {LoopbackCertificate.SHARED.certificate()},
                        LoopbackCertificate.SHARED.key(),
                        null)
                .setHandlerFactory(session -> {
                    PushNotificationHandler checked = checks.buildHandler(session);
                    return (head, payload) -> {
                        Map<String, String> seen = new TreeMap<>();
                        head.forEach(entry -> seen.put(
                                entry.getKey().toString(), entry.getValue().toString()));
                        headers.add(seen);
                        payloads.add(payload.toString(UTF_8));
                        checked.handlePushNotification(head, payload);
                    };
                })
                .build();
        int port = server.start(0).get(60, TimeUnit.SECONDS);
        provider = TestAccount.open(TestAccount.settings(keys, port), Duration.ofSeconds(30));
    }

    @AfterEach
    void stop() {
        provider.close();
        server.shutdown();
    }

    private Outcome outcome(Delivery delivery) throws Exception {
        return provider.deliver(delivery).get(60, TimeUnit.SECONDS);
    }

    @Test
    void request_matchesTheReference() throws Exception {
        Message.Push push = new Message.Push(
                "Your order", "It's \"there\"\nGrüße", "{\"order_id\":12345678901234567890.10}", "app://orders/1");
        Delivery delivery = delivery(push, Priority.HIGH, SOON);
        assertThat(outcome(delivery)).isEqualTo(new Outcome.Accepted(delivery.dedupeKey()));

        Map<String, String> sent = headers.remove();
        assertThat(sent.remove("authorization")).startsWith("bearer ");
        assertThat(sent)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        ":method",
                        "POST",
                        ":scheme",
                        "https",
                        ":authority",
                        "127.0.0.1",
                        ":path",
                        "/3/device/" + TOKEN,
                        "apns-topic",
                        TOPIC,
                        "apns-push-type",
                        "alert",
                        "apns-priority",
                        "10",
                        "apns-expiration",
                        "" + SOON.getEpochSecond(),
                        "apns-collapse-id",
                        delivery.dedupeKey(),
                        "apns-id",
                        delivery.dedupeKey()));
        assertThat(payloads.remove())
                .isEqualTo("{\"aps\":{\"alert\":{\"title\":\"Your order\",\"body\":\"It's \\\"there\\\"\\nGrüße\"},"
                        + "\"sound\":\"default\"},\"data\":{\"order_id\":12345678901234567890.10},"
                        + "\"deepLink\":\"app://orders/1\"}");
    }

    @ParameterizedTest
    @CsvSource({"CRITICAL,10,true", "HIGH,10,true", "NORMAL,5,false", "BULK,5,false"})
    void onlyUrgentNotifications_haveSoundAndHighPriority(Priority priority, String header, boolean noise)
            throws Exception {
        outcome(delivery(new Message.Push("t", null, null, null), priority, SOON));
        assertThat(headers.remove()).containsEntry("apns-priority", header);
        assertThat(payloads.remove())
                .isEqualTo("{\"aps\":{\"alert\":{\"title\":\"t\"}" + (noise ? ",\"sound\":\"default\"" : "") + "}}");
    }

    @Test
    void expiration_isWithinApplesLimit() throws Exception {
        Message.Push push = new Message.Push("t", null, null, null);
        outcome(delivery(push, Priority.NORMAL, null));
        // Beyond the 32 bits that pushy writes.
        outcome(delivery(push, Priority.NORMAL, NOW.plus(Duration.ofDays(10_000))));
        assertThat(headers)
                .extracting(sent -> sent.get("apns-expiration"))
                .containsOnly("" + NOW.plus(Duration.ofDays(30)).getEpochSecond())
                .hasSize(2);
    }

    @Test
    void dataOnly_isABackgroundNotification() throws Exception {
        Delivery delivery = delivery(new Message.Push(null, null, "{\"n\":1}", null), Priority.CRITICAL, SOON);
        assertThat(outcome(delivery)).isInstanceOf(Outcome.Accepted.class);
        assertThat(headers.remove())
                .containsEntry("apns-push-type", "background")
                .containsEntry("apns-priority", "5");
        assertThat(payloads.remove()).isEqualTo("{\"aps\":{\"content-available\":1},\"data\":{\"n\":1}}");
    }

    @Test
    void payloadLimit_isExact() throws Exception {
        int around = "{\"aps\":{\"alert\":{\"body\":\"\"}}}".length();
        // Two bytes each, to prove that bytes are counted and not characters.
        String fits = "ü".repeat((4_096 - around) / 2) + "x".repeat((4_096 - around) % 2);
        assertThat(outcome(delivery(new Message.Push(null, fits, null, null), Priority.NORMAL, SOON)))
                .isInstanceOf(Outcome.Accepted.class);
        assertThat(payloads.remove().getBytes(UTF_8)).hasSize(4_096);

        assertThat(outcome(delivery(new Message.Push(null, fits + "x", null, null), Priority.NORMAL, SOON)))
                .isEqualTo(new Outcome.Rejected("payload_too_large", "4097 bytes as JSON, expected at most 4096"));
        assertThat(payloads).as("not even sent").isEmpty();
    }

    @Test
    void unknownDeviceTokens_areHandled() throws Exception {
        Message.Push push = new Message.Push("t", null, null, null);
        assertThat(outcome(delivery("ab".repeat(32), push, Priority.NORMAL, SOON)))
                .isEqualTo(new Outcome.Unregistered("unregistered", "Apple's push service answered 410 Unregistered"));
        assertThat(outcome(delivery("cd".repeat(32), push, Priority.NORMAL, SOON)))
                .isEqualTo(new Outcome.Rejected(
                        "device_token_not_for_topic", "Apple's push service answered 400 DeviceTokenNotForTopic"));
        headers.clear();
        for (String token : new String[] {"", "../../x", TOKEN + "/..", TOKEN + "\r\nx: y", "0123 456789"}) {
            assertThat(outcome(delivery(token, push, Priority.NORMAL, SOON)))
                    .isInstanceOfSatisfying(
                            Outcome.Unregistered.class,
                            gone -> assertThat(gone.code()).isEqualTo("bad_device_token"));
        }
        assertThat(headers).as("nothing but hex becomes part of a path").isEmpty();
    }

    @Test
    void unknownSigningKey_isARetry() throws Exception {
        KeyPair stranger = TestAccount.keys("secp256r1");
        int port = server.start(0).get(60, TimeUnit.SECONDS);
        try (Provider other = TestAccount.open(TestAccount.settings(stranger, port), Duration.ofSeconds(30))) {
            assertThat(other.deliver(delivery(new Message.Push("t", null, null, null), Priority.NORMAL, SOON))
                            .get(60, TimeUnit.SECONDS))
                    .isEqualTo(
                            new Outcome.Retry("credentials", "Apple's push service answered 403 InvalidProviderToken"));
        }
    }
}
