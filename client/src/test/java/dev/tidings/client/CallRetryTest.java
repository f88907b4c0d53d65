package dev.tidings.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tidings.client.ScriptedServer.Answer;
import dev.tidings.client.model.Accepted;
import dev.tidings.client.model.BatchResult;
import dev.tidings.client.model.Notification;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which calls are sent again after which failures, and which are not. */
class CallRetryTest {
    private static final Answer OK = Answer.of(202, "{\"id\":\"n1\"}");
    private static final Notification HELLO =
            Notification.to("ann").title("Hello").build();

    private static TidingsClient client(URI server, Retries retries) {
        return TidingsClient.builder(server)
                .apiKey("key")
                .timeout(Duration.ofSeconds(20))
                .retries(retries)
                .build();
    }

    private static TidingsClient client(ScriptedServer server) {
        return client(server.url(), new Retries(Duration.ofMinutes(1), Duration.ofMillis(1), Duration.ofMillis(5)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 408, 429, 502, 503, 504})
    void send_isRepeatedUnderOneKey(int status) throws Exception {
        try (ScriptedServer server = new ScriptedServer(Answer.of(status, ""), Answer.of(status, "<html>"), OK)) {
            Accepted accepted = client(server).notifications().send(HELLO);

            assertThat(accepted).isEqualTo(new Accepted("n1", null, false));
            assertThat(server.received).hasSize(3);
            assertThat(server.received.stream()
                            .map(ScriptedServer.Received::key)
                            .distinct())
                    .singleElement()
                    .asString()
                    .hasSize(36);
        }
    }

    @Test
    void keyInProgress_isAwaited() throws Exception {
        Answer replay = OK.with("Idempotent-Replayed", "true");
        try (ScriptedServer server =
                new ScriptedServer(Answer.problem(409, "in_progress").with("Retry-After", "3600"), replay)) {
            Accepted accepted = client(server).notifications().send(HELLO.withIdempotencyKey("order-17"));

            assertThat(accepted.replayed()).isTrue();
            assertThat(server.received).extracting(ScriptedServer.Received::key).containsOnly("order-17");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 409, 422, 500})
    void otherProblems_areNotRepeated(int status) throws Exception {
        try (ScriptedServer server = new ScriptedServer(Answer.problem(status, "some_code"))) {
            ProblemException refused = catchThrowableOfType(
                    ProblemException.class, () -> client(server).notifications().send(HELLO));

            assertThat(refused.status()).isEqualTo(status);
            assertThat(refused.code()).isEqualTo("some_code");
            assertThat(refused).hasMessageContaining("POST " + server.url() + "/v1/notifications");
            assertThat(server.received).hasSize(1);
        }
    }

    @Test
    void creation_isNotRepeatedAfterAnUnknownOutcome() throws Exception {
        for (Answer unclear : List.of(
                ScriptedServer.CUT,
                Answer.of(502, ""),
                Answer.of(503, ""),
                Answer.problem(503, "outcome_unknown").with("Retry-After", "0"))) {
            try (ScriptedServer server = new ScriptedServer(unclear)) {
                assertThatThrownBy(() -> client(server).tenants().add("shop", null))
                        .isInstanceOf(TidingsException.class);
                assertThat(server.received).as("%s", unclear).hasSize(1);
            }
        }
    }

    @Test
    void creation_isRepeatedIfNothingWasDone() throws Exception {
        Answer busy = Answer.problem(503, "overloaded").with("Retry-After", "0");
        try (ScriptedServer server = new ScriptedServer(busy, busy, Answer.of(201, "{\"id\":\"shop\"}"))) {
            assertThat(client(server).tenants().add("shop", null).id()).isEqualTo("shop");
            assertThat(server.received).hasSize(3);
        }
    }

    @Test
    void deletion_isDoneIfAnEarlierAttemptDidIt() throws Exception {
        Answer gone = Answer.problem(404, "not_found");
        try (ScriptedServer server = new ScriptedServer(ScriptedServer.CUT, gone)) {
            client(server).users().delete("ann");
            assertThat(server.received).hasSize(2);
            assertThatThrownBy(() -> client(server).users().delete("ann")).isInstanceOf(ProblemException.class);
        }
    }

    @Test
    void deadline_endsRetries() throws Exception {
        Answer later = Answer.problem(429, "tenant_busy").with("Retry-After", "3600");
        try (ScriptedServer server = new ScriptedServer(later)) {
            ProblemException refused = catchThrowableOfType(
                    ProblemException.class, () -> client(server).notifications().send(HELLO));
            assertThat(refused.retryAfter()).contains(Duration.ofHours(1));
            assertThat(server.received).hasSize(1);
        }
    }

    @Test
    void noRetries_meansOneRequestWithoutAKey() throws Exception {
        try (ScriptedServer server = new ScriptedServer(Answer.of(503, ""))) {
            TidingsClient once = client(server.url(), Retries.none());
            assertThatThrownBy(() -> once.notifications().send(HELLO)).isInstanceOf(ProblemException.class);
            assertThat(server.received)
                    .singleElement()
                    .satisfies(one -> assertThat(one.key()).isNull());
        }
    }

    @Test
    void refusedConnection_namesUrlAndAttempts() throws Exception {
        // Bound and not listening: connections are refused, and no other process gets the port.
        try (Socket held = new Socket()) {
            held.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            URI nobody = URI.create("http://127.0.0.1:" + held.getLocalPort());
            ConnectionException failed;
            Duration deadline = Duration.ofMillis(50);
            do {
                // On a busy machine the first attempt alone may take longer than the deadline.
                deadline = deadline.multipliedBy(2);
                Retries soon = new Retries(deadline, Duration.ofMillis(1), Duration.ofMillis(1));
                failed = catchThrowableOfType(
                        ConnectionException.class,
                        () -> client(nobody, soon).notifications().send(HELLO));
                assertThat(failed.outcomeUnknown()).isFalse();
                assertThat(failed).hasMessageContaining(nobody + "/v1/notifications");
            } while (!failed.getMessage().contains("times in") && deadline.toSeconds() < 60);
            assertThat(failed).hasMessageContaining("times in");
        }
    }

    @Test
    void batch_repeatsOnlyTheLinesRefusedTemporarily() throws Exception {
        String first = "{\"line\":1,\"status\":202,\"id\":\"n1\"}\n"
                + "{\"line\":2,\"status\":429,\"error\":{\"status\":429,\"code\":\"tenant_busy\"}}\n"
                + "{\"line\":3,\"status\":422,\"error\":{\"status\":422,\"code\":\"invalid_request\"}}\n";
        String second = "{\"line\":1,\"status\":202,\"id\":\"n2\",\"replayed\":true}\n";
        try (ScriptedServer server =
                new ScriptedServer(ScriptedServer.CUT, Answer.of(200, first), Answer.of(200, second))) {
            List<BatchResult> results = client(server)
                    .notifications()
                    .sendBatch(List.of(
                            HELLO,
                            Notification.to("bob")
                                    .title("Hi")
                                    .idempotencyKey("k2")
                                    .build(),
                            HELLO));

            assertThat(results).extracting(BatchResult::line).containsExactly(1, 2, 3);
            assertThat(results).extracting(BatchResult::id).containsExactly("n1", "n2", null);
            assertThat(results.get(1).replayed()).isTrue();
            assertThat(results.get(2).error().code()).isEqualTo("invalid_request");
            assertThat(server.received).hasSize(3);
            assertThat(server.received.get(0).body())
                    .isEqualTo(server.received.get(1).body());
            assertThat(server.received.get(2).body().lines())
                    .singleElement()
                    .asString()
                    .contains("\"bob\"", "\"idempotencyKey\":\"k2\"");
        }
    }

    @Test
    void interruptedCall_endsAndKeepsTheFlag() throws Exception {
        try (ScriptedServer server =
                new ScriptedServer(Answer.problem(503, "overloaded").with("Retry-After", "30"))) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> client(server).notifications().send(HELLO))
                    .isInstanceOf(CallInterruptedException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
