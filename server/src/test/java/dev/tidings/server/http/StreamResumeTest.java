package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of event streams that a browser opens with a ticket and resumes with its cookie. */
class StreamResumeTest {
    private final TestHttpServer edge = new TestHttpServer(Map.of("TIDINGS_LIVE_MAX_PER_USER", "2"));
    private final String alice = edge.token(edge.key, "alice");

    @AfterEach
    void close() {
        edge.close();
    }

    /** A browser's EventSource: its URL, and its cookie and cursor after it was opened. */
    private final class Source {
        private final String query;
        private String cookie;
        private String lastEventId;

        Source(String token) {
            query = "?ticket=" + edge.call("POST", "/v1/me/ticket", token, null).text("ticket");
        }

        LiveTestClient connect() throws Exception {
            LiveTestClient client = LiveTestClient.eventStream(edge.port(), query, headers());
            if (cookie == null) {
                assertThat(client.cookies()).hasSize(1);
                cookie = client.cookies().get(0).split(";")[0];
            }
            return client;
        }

        Map<String, String> headers() {
            Map<String, String> headers = new TreeMap<>();
            if (cookie != null) {
                headers.put("Cookie", cookie);
            }
            if (lastEventId != null) {
                headers.put("Last-Event-ID", lastEventId);
            }
            return headers;
        }

        /** Opens the stream, and disconnects after its first event. */
        Source opened() throws Exception {
            try (LiveTestClient client = connect()) {
                lastEventId = client.next("hello").path("id").asText();
            }
            return this;
        }

        /** Reconnects where a refusal is expected. A stream that does not end is not read. */
        Reply refused() throws IOException {
            StringBuilder request = new StringBuilder("GET /v1/me/live" + query + " HTTP/1.1\r\nHost: x\r\n");
            headers()
                    .forEach((name, value) ->
                            request.append(name).append(": ").append(value).append("\r\n"));
            try (Socket socket = edge.connect()) {
                RawHttp.write(socket, request + "\r\n");
                return RawHttp.read(socket.getInputStream());
            }
        }
    }

    @Test
    void usedTicketWithItsCookie_resumesAfterARestart() throws Exception {
        Source source = new Source(alice);
        try (LiveTestClient client = source.connect()) {
            client.next("hello");
            edge.sendAndRoute(edge.key, "alice", "one");
            JsonNode event = client.next("notification");
            source.lastEventId = event.path("id").asText();
        }
        edge.sendAndRoute(edge.key, "alice", "two");
        edge.restart();
        edge.sendAndRoute(edge.key, "alice", "three");
        for (int attempt = 1; attempt <= 2; attempt++) {
            try (LiveTestClient client = source.connect()) {
                assertThat(client.next("hello").path("resumed").asBoolean()).isTrue();
                assertThat(client.titles(2)).containsExactly("two", "three");
                assertThat(client.cookies()).as("the browser has it already").isEmpty();
                if (attempt == 2) {
                    edge.sendAndRoute(edge.key, "alice", "four");
                    assertThat(client.titles(1)).containsExactly("four");
                }
            }
        }
    }

    @Test
    void usedTicket_isRefusedWithoutItsCookie() throws Exception {
        Source source = new Source(alice).opened();
        String own = source.cookie;
        String name = own.substring(0, own.indexOf('=') + 1);
        Source other = new Source(alice).opened();
        source.cookie = null;
        assertThat(source.refused().status()).isEqualTo(401);
        source.cookie = other.cookie;
        assertThat(source.refused().status()).as("the cookie of another ticket").isEqualTo(401);
        source.cookie = name + other.cookie.substring(name.length());
        assertThat(source.refused().status()).as("under the name of its own").isEqualTo(401);
        for (int i = name.length(); i < own.length(); i++) {
            source.cookie = own.substring(0, i) + (own.charAt(i) == 'A' ? 'B' : 'A') + own.substring(i + 1);
            assertThat(source.refused().status()).as("character %s changed", i).isEqualTo(401);
        }
        source.cookie = name;
        assertThat(source.refused().status()).as("empty").isEqualTo(401);
        source.cookie = null;
        edge.restart();
        assertThat(source.refused().status()).as("after a restart").isEqualTo(401);
    }

    @Test
    void cookie_authenticatesNothingElse() throws Exception {
        Source source = new Source(alice).opened();
        for (String path : new String[] {"/v1/me/live", "/v1/me/inbox"}) {
            HttpRequest request =
                    edge.request(path).header("Cookie", source.cookie).build();
            assertThat(edge.send(request).status()).isEqualTo(401);
        }
    }

    @Test
    void streamOfAnExpiredToken_isNotResumed() throws Exception {
        Source source = new Source(alice).opened();
        try (LiveTestClient client = source.connect()) {
            client.next("hello");
            edge.clock.advance(Duration.ofHours(1));
            assertThat(client.next("bye").path("reason").asText()).isEqualTo("expired");
        }
        assertThat(source.refused().text("detail")).contains("expired");
        edge.restart();
        assertThat(source.refused().status()).isEqualTo(401);
    }

    @Test
    void streamOfARevokedSecret_isNotResumed() throws Exception {
        Source source = new Source(alice).opened();
        try (LiveTestClient client = source.connect()) {
            client.next("hello");
            edge.call("GET", "/v1/token-secrets")
                    .json()
                    .path("items")
                    .forEach(secret -> edge.call(
                            "DELETE", "/v1/token-secrets/" + secret.path("kid").asText()));
            assertThat(client.next("bye").path("reason").asText()).isEqualTo("revoked");
        }
        assertThat(source.refused().text("detail")).contains("revoked");
        edge.restart();
        assertThat(source.refused().status()).isEqualTo(401);
    }

    @Test
    void streamOfAnErasedUser_isNotResumed() throws Exception {
        Source source = new Source(alice).opened();
        edge.clock.advance(Duration.ofMinutes(5));
        try (LiveTestClient client = source.connect()) {
            client.next("hello");
            assertThat(edge.call("DELETE", "/v1/users/alice?erase=true").status())
                    .isEqualTo(202);
            assertThat(client.next("bye").path("reason").asText()).isEqualTo("revoked");
        }
        edge.clock.advance(Duration.ofMinutes(5));
        assertThat(source.refused().status()).isEqualTo(401);
        edge.restart();
        assertThat(source.refused().status()).isEqualTo(401);
    }

    @Test
    void resumeBeyondALimit_isToldToComeBack() throws Exception {
        Source source = new Source(alice).opened();
        source.lastEventId = null;
        try (LiveTestClient one = LiveTestClient.webSocket(edge.port(), alice, "");
                LiveTestClient two = LiveTestClient.webSocket(edge.port(), alice, "")) {
            one.next("hello");
            two.next("hello");
            Reply reply = source.refused();
            assertThat(reply.status())
                    .as("an EventSource ends for good after any other")
                    .isEqualTo(200);
            assertThat(reply.header("Content-Type")).contains("text/event-stream");
            assertThat(reply.body())
                    .isEqualTo("retry: 5000\n\nevent: bye\ndata: {\"event\":\"bye\",\"reason\":\"limit\"}\n\n");
            assertThat(new Source(alice).refused().status())
                    .as("the first request of a ticket")
                    .isEqualTo(429);
        }
    }
}
