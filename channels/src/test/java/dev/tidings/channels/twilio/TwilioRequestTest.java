package dev.tidings.channels.twilio;

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
import dev.tidings.testkit.delivery.simulator.TwilioServer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of the exact requests to Twilio. */
class TwilioRequestTest {
    private static final Instant NOW = Instant.parse("2026-11-16T08:00:00Z");
    private static final String SERVICE = "MG" + "0123456789abcdef".repeat(2);

    private final SteppedClock clock = new SteppedClock(NOW);
    private TwilioServer server;

    @BeforeEach
    void open() throws IOException {
        server = new TwilioServer();
    }

    @AfterEach
    void close() {
        server.close();
    }

    private Outcome deliver(Map<String, String> more, String text, Instant expiresAt) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "accountSid", TwilioServer.ACCOUNT_SID,
                "authToken", TwilioServer.AUTH_TOKEN,
                "baseUrl", server.url()));
        settings.putAll(more);
        Delivery delivery =
                HttpDeliveries.of(AddressKind.PHONE, "+14155552671", new Message.Sms(text), Priority.NORMAL, expiresAt);
        try (Provider provider = HttpDeliveries.open(new TwilioKind(true), settings, clock)) {
            return await(provider.deliver(delivery));
        }
    }

    private String body() {
        return server.lastRequest().substring(server.lastRequest().indexOf("\n\n") + 2);
    }

    @Test
    void request_matchesTheReference() {
        Map<String, String> account =
                Map.of("from", "+15005550006", "statusCallback", "https://tidings.example.org/receipts/1?a=b");
        assertThat(deliver(account, "Grüße & 1+1=2", NOW.plus(Duration.ofMinutes(10))))
                .isInstanceOf(Outcome.Accepted.class);
        assertThat(server.lastRequest())
                .startsWith("POST /2010-04-01/Accounts/AC0123456789abcdef0123456789abcdef/Messages.json\n")
                .contains("\nAuthorization: Basic QUMwMTIzNDU2Nzg5YWJjZGVmMDEyMzQ1Njc4OWFiY2RlZjpmZWRjYmE5ODc2NTQzMjEw"
                        + "ZmVkY2JhOTg3NjU0MzIxMA==\n")
                .contains("\nContent-type: application/x-www-form-urlencoded\n");
        assertThat(body())
                .isEqualTo(
                        "To=%2B14155552671&From=%2B15005550006&Body=Gr%C3%BC%C3%9Fe+%26+1%2B1%3D2"
                                + "&StatusCallback=https%3A%2F%2Ftidings.example.org%2Freceipts%2F1%3Fa%3Db&ValidityPeriod=600");
    }

    @Test
    void messagingService_isUsedAsSender() {
        assertThat(deliver(Map.of("messagingServiceSid", SERVICE), "hello", null))
                .isInstanceOf(Outcome.Accepted.class);
        assertThat(body()).isEqualTo("To=%2B14155552671&MessagingServiceSid=" + SERVICE + "&Body=hello");
    }

    @Test
    void validity_isWithinTwiliosLimits() {
        Map<String, String> account = Map.of("from", "TIDINGS");
        deliver(account, "hello", NOW.plus(Duration.ofDays(3)));
        assertThat(body()).doesNotContain("ValidityPeriod");
        deliver(account, "hello", NOW.minusSeconds(1));
        assertThat(body()).endsWith("&ValidityPeriod=1");
    }

    @Test
    void tooLongText_isRejected() {
        Map<String, String> account = Map.of("from", "TIDINGS");
        assertThat(deliver(account, "\uD83D\uDE00".repeat(1_600), null)).isInstanceOf(Outcome.Accepted.class);
        assertThat(deliver(account, "x".repeat(1_601), null))
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        rejected -> assertThat(rejected.code()).isEqualTo("payload_too_large"));
    }

    @Test
    void wrongToken_isARetry() {
        assertThat(deliver(Map.of("from", "TIDINGS", "authToken", "another"), "hello", null))
                .isInstanceOfSatisfying(
                        Outcome.Retry.class, retry -> assertThat(retry.code()).isEqualTo("credentials"));
    }
}
