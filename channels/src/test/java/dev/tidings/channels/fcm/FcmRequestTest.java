package dev.tidings.channels.fcm;

import static dev.tidings.channels.HttpDeliveries.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.channels.HttpDeliveries;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.model.Priority;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.testkit.delivery.simulator.FcmServer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of the exact requests to FCM. */
class FcmRequestTest {
    private static final Instant NOW = Instant.parse("2026-11-16T08:00:00Z");

    private final SteppedClock clock = new SteppedClock(NOW);
    private FcmServer server;
    private Provider provider;

    @BeforeEach
    void open() throws IOException {
        server = new FcmServer(clock);
        provider = HttpDeliveries.open(
                new FcmKind(true), Map.of("serviceAccount", server.serviceAccount(), "baseUrl", server.url()), clock);
    }

    @AfterEach
    void close() {
        provider.close();
        server.close();
    }

    private static Delivery delivery(Message.Push push, Priority priority, Instant expiresAt) {
        return HttpDeliveries.of(AddressKind.FCM, "cX9:APA91b", push, priority, expiresAt);
    }

    private String body() {
        return server.lastRequest().substring(server.lastRequest().indexOf("\n\n") + 2);
    }

    @Test
    void request_matchesTheReference() {
        Message.Push push = new Message.Push(
                "Grüße",
                "Your order is on its way",
                "{\"orderId\":\"o-1\",\"count\":2,\"gift\":true}",
                "app://orders/o-1");
        Delivery delivery = delivery(push, Priority.HIGH, NOW.plus(Duration.ofHours(1)));
        assertThat(await(provider.deliver(delivery))).isInstanceOf(Outcome.Accepted.class);
        assertThat(server.lastRequest())
                .startsWith("POST /v1/projects/example-project/messages:send\n")
                .contains("\nAuthorization: Bearer ya29.")
                .contains("\nContent-type: application/json; charset=UTF-8\n");
        assertThat(body()).isEqualTo("""
            {"message":{"token":"cX9:APA91b",\
            "notification":{"title":"Grüße","body":"Your order is on its way"},\
            "data":{"orderId":"o-1","count":"2","gift":"true","deepLink":"app://orders/o-1"},\
            "android":{"priority":"HIGH","ttl":"3600s","notification":{"tag":"%s"}}}}\
            """.formatted(delivery.dedupeKey()));
    }

    @Test
    void absentFields_areOmitted() {
        Delivery delivery = delivery(new Message.Push(null, null, "{\"sync\":\"now\"}", null), Priority.BULK, null);
        assertThat(await(provider.deliver(delivery))).isInstanceOf(Outcome.Accepted.class);
        assertThat(body()).isEqualTo("""
            {"message":{"token":"cX9:APA91b","data":{"sync":"now"},\
            "android":{"priority":"NORMAL"}}}\
            """);
    }

    @Test
    void timeToLive_isWithinFcmsLimits() {
        Message.Push push = new Message.Push("t", null, null, null);
        await(provider.deliver(delivery(push, Priority.NORMAL, NOW.plus(Duration.ofDays(100)))));
        assertThat(body()).contains("\"ttl\":\"2419200s\"");
        await(provider.deliver(delivery(push, Priority.NORMAL, NOW.minusSeconds(5))));
        assertThat(body()).contains("\"ttl\":\"0s\"");
    }

    @Test
    void payloadLimit_isExact() {
        int room = FcmMessage.MAX_BYTES - "title".length();
        Message.Push full = new Message.Push("x".repeat(room), null, null, null);
        assertThat(await(provider.deliver(delivery(full, Priority.NORMAL, null))))
                .isInstanceOf(Outcome.Accepted.class);
        // As many characters, but the last one takes two bytes: bytes are counted.
        Message.Push over = new Message.Push("x".repeat(room - 1) + "ü", null, null, null);
        assertThat(await(provider.deliver(delivery(over, Priority.NORMAL, null))))
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        rejected -> assertThat(rejected.code()).isEqualTo("payload_too_large"));
        assertThat(server.calls()).hasSize(1);
    }

    @Test
    void dataOtherThanAnObject_isRejected() {
        for (String data : new String[] {"[1]", "{", "7", ""}) {
            assertThat(await(
                            provider.deliver(delivery(new Message.Push("t", null, data, null), Priority.NORMAL, null))))
                    .isInstanceOfSatisfying(
                            Outcome.Rejected.class,
                            rejected -> assertThat(rejected.code()).isEqualTo("bad_data"));
        }
    }

    @Test
    void reservedKey_isRejected() {
        Message.Push push = new Message.Push("t", null, "{\"from\":\"me\"}", null);
        assertThat(await(provider.deliver(delivery(push, Priority.NORMAL, null))))
                .isEqualTo(new Outcome.Rejected("invalid_argument", "FCM: the message is not valid: message.data"));
    }

    @Test
    void invalidToken_isUnregistered() {
        Delivery delivery = HttpDeliveries.of(AddressKind.FCM, "not a token", new Message.Push("t", null, null, null));
        assertThat(await(provider.deliver(delivery)))
                .isInstanceOfSatisfying(
                        Outcome.Unregistered.class,
                        gone -> assertThat(gone.code()).isEqualTo("invalid_token"));
    }
}
