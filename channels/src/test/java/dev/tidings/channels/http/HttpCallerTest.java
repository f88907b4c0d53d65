package dev.tidings.channels.http;

import static dev.tidings.channels.HttpDeliveries.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.delivery.Outcome;
import dev.tidings.testkit.HeldPort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of missing and malformed responses and their outcomes. */
class HttpCallerTest {
    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Length: ";

    private static Outcome ask(String url, Duration timeout) {
        return ask(new HttpCaller(timeout), url);
    }

    private static Outcome ask(HttpCaller caller, String url) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .POST(HttpRequest.BodyPublishers.ofString("hello"))
                .build();
        return await(caller.send(request, answer -> new Outcome.Accepted(answer.status() + " " + answer.body())));
    }

    private static Outcome answered(String says, boolean closes, Duration timeout) throws IOException {
        try (RawServer server = new RawServer(says, closes)) {
            return ask(server.url("http"), timeout);
        }
    }

    private static Outcome answered(String says) throws IOException {
        return answered(says, true, Duration.ofSeconds(30));
    }

    private static void assertUnclear(Outcome outcome, String code) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Unclear.class,
                        unclear -> assertThat(unclear.code()).isEqualTo(code));
    }

    @Test
    void response_isReturned() throws IOException {
        assertThat(answered(HEAD + "2\r\n\r\nhi")).isEqualTo(new Outcome.Accepted("200 hi"));
    }

    @Test
    void redirect_isNotFollowed() throws IOException {
        assertThat(answered("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"))
                .isEqualTo(new Outcome.Accepted("302 "));
    }

    @Test
    void malformedResponse_isUnclear() throws IOException {
        assertUnclear(answered("\0<html>\r\n\r\n"), "malformed_answer");
        assertUnclear(answered("HTTP/1.1 abc OK\r\n\r\n"), "malformed_answer");
    }

    @Test
    void closedConnection_isUnclear() throws IOException {
        assertUnclear(answered(""), "broken_connection");
        assertUnclear(answered(HEAD + "20\r\n\r\nhi"), "broken_connection");
    }

    @Test
    void missingOrPartialResponse_timesOut() throws IOException {
        Duration timeout = Duration.ofSeconds(4);
        assertUnclear(answered("", false, timeout), "timeout");
        assertUnclear(answered(HEAD + "20\r\n\r\nhi", false, timeout), "timeout");
    }

    @Test
    void endlessResponse_isMalformed() throws IOException {
        String endless = HEAD + "100000000\r\n\r\n" + "x".repeat(BoundedBody.MAX_BYTES + 1);
        assertUnclear(answered(endless, false, Duration.ofSeconds(30)), "malformed_answer");
    }

    @Test
    void refusedConnection_isARetry() {
        try (HeldPort gone = HeldPort.any()) {
            assertThat(ask("http://127.0.0.1:" + gone.number() + "/", Duration.ofSeconds(30)))
                    .isInstanceOfSatisfying(
                            Outcome.Retry.class,
                            retry -> assertThat(retry.code()).isEqualTo("unreachable"));
        }
    }

    @Test
    void failedStart_releasesItsPermit() throws IOException {
        HttpCaller caller = new HttpCaller(Duration.ofSeconds(30));
        for (int i = 0; i < HttpCaller.MAX_IN_FLIGHT; i++) {
            assertThatThrownBy(() -> caller.send(null, answer -> new Outcome.Accepted("never")))
                    .isInstanceOf(NullPointerException.class);
        }
        try (RawServer server = new RawServer(HEAD + "2\r\n\r\nhi", true)) {
            assertThat(ask(caller, server.url("http"))).isEqualTo(new Outcome.Accepted("200 hi"));
        }
    }

    @Test
    void untrustedCertificate_isARetry(@TempDir Path folder) throws Exception {
        try (TlsServer server = new TlsServer(TlsServer.keys(folder, "localhost"))) {
            assertThat(ask("https://localhost:" + server.port() + "/", Duration.ofSeconds(30)))
                    .isInstanceOfSatisfying(
                            Outcome.Retry.class,
                            retry -> assertThat(retry.code()).isEqualTo("tls"));
            assertThat(server.names()).isEmpty();
        }
    }
}
