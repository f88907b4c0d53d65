package dev.tidings.channels.webhook;

import static dev.tidings.channels.HttpDeliveries.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.testkit.delivery.simulator.WebhookServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookSenderTest {
    private static final Instant NOW = Instant.parse("2026-11-16T08:00:00Z");
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final List<WebhookSecret> SECRETS = WebhookSecret.several(WebhookServer.SECRET);

    private final SteppedClock clock = new SteppedClock(NOW);
    private final WebhookSender sender = new WebhookSender(new PublicAddresses(true), clock);
    private final AtomicInteger requests = new AtomicInteger();
    private HttpServer statuses;

    /** Answers with the status in the path. */
    @BeforeEach
    void open() throws IOException {
        statuses = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        statuses.createContext("/", this::answer);
        statuses.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        requests.incrementAndGet();
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().set("Retry-After", "Mon, 16 Nov 2026 08:00:07 GMT");
        exchange.getResponseHeaders().set("Location", "/204");
        exchange.sendResponseHeaders(
                Integer.parseInt(exchange.getRequestURI().getPath().substring(1)), -1);
        exchange.close();
    }

    @AfterEach
    void close() {
        sender.close();
        statuses.stop(0);
    }

    private Outcome send(String url) {
        return await(sender.send("acme", url, SECRETS, "evt-1", "{\"a\":\"ü\"}", TIMEOUT));
    }

    private Outcome answered(int status) {
        return send("http://127.0.0.1:" + statuses.getAddress().getPort() + "/" + status);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 299})
    void success_isAccepted(int status) {
        assertThat(answered(status)).isEqualTo(new Outcome.Accepted("evt-1"));
    }

    @ParameterizedTest
    @CsvSource({
        "408, Retry, unavailable, 7",
        "425, Retry, unavailable, 7",
        "429, Retry, throttled, 7",
        "500, Retry, unavailable, 7",
        "502, Retry, unavailable, 7",
        "503, Retry, unavailable, 7",
        "504, Unclear, gateway_timeout, 0",
        "400, Rejected, refused, 0",
        "401, Rejected, refused, 0",
        "404, Rejected, refused, 0",
        "422, Rejected, refused, 0",
        "410, Unregistered, gone, 0",
        "301, Rejected, redirect, 0",
        "302, Rejected, redirect, 0",
        "307, Rejected, redirect, 0",
        "308, Rejected, redirect, 0",
        "600, Unclear, malformed_answer, 0",
        "999, Unclear, malformed_answer, 0",
    })
    void errorStatus_mapsToOutcome(int status, String kind, String code, int after) {
        Outcome outcome = answered(status);
        assertThat(outcome.getClass().getSimpleName()).isEqualTo(kind);
        assertThat(outcome.toString()).contains("code=" + code + ",");
        if (outcome instanceof Outcome.Retry retry) {
            assertThat(retry.after()).isEqualTo(Duration.ofSeconds(after));
        }
        assertThat(requests).as("redirects are not followed").hasValue(1);
    }

    @Test
    void request_matchesTheReference() throws IOException {
        try (WebhookServer server = new WebhookServer(clock)) {
            List<WebhookSecret> rotating =
                    WebhookSecret.several("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw " + WebhookServer.SECRET);
            String body = "{\"a\":\"ü\"}";
            assertThat(await(sender.send("acme", server.endpoint(1), rotating, "evt-1", body, TIMEOUT)))
                    .isEqualTo(new Outcome.Accepted("evt-1"));
            assertThat(server.lastRequest().lines())
                    .contains(
                            "POST /hooks/1?from=tidings",
                            "Content-type: application/json",
                            "User-agent: Tidings",
                            "Webhook-id: evt-1",
                            "Webhook-timestamp: " + NOW.getEpochSecond(),
                            "Webhook-signature: " + StandardWebhooks.sign(rotating, "evt-1", NOW, body))
                    .endsWith(body);
        }
    }

    @Test
    void wrongSecret_isRejected() throws IOException {
        try (WebhookServer server = new WebhookServer(clock)) {
            List<WebhookSecret> other = WebhookSecret.several(WebhookSecret.generate());
            assertThat(await(sender.send("acme", server.endpoint(1), other, "evt-1", "{}", TIMEOUT)))
                    .isEqualTo(new Outcome.Rejected("refused", "status 401"));
            assertThat(server.calls()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "not a url", "ftp://example.org/", "http://", "http://u:p@example.org/"})
    void invalidUrl_isRejected(String url) {
        assertThat(send(url))
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        rejected -> assertThat(rejected.code()).isEqualTo("bad_url"));
    }
}
