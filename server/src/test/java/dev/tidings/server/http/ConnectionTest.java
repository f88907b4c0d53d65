package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.server.intake.SubmitResult;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests of HTTP connections: slow, excessive or disconnecting clients, and the server's shutdown. */
class ConnectionTest {
    private static final String BODY = "{\"to\":{\"user\":\"u\"},\"title\":\"t\"}";

    private static final Map<String, String> SMALL = Map.of(
            "TIDINGS_HTTP_MAX_BODY_BYTES", "1KiB",
            "TIDINGS_HTTP_MAX_BATCH_BYTES", "100KiB",
            "TIDINGS_HTTP_MAX_CONNECTIONS", "20",
            "TIDINGS_HTTP_MAX_HEADER_BYTES", "2KiB",
            "TIDINGS_LIMITS_REQUESTS_IN_FLIGHT", "4");
    private static final Map<String, String> SHORT_TIMEOUTS = with(SMALL, "TIDINGS_HTTP_IDLE_TIMEOUT", "2s");

    private static Map<String, String> with(Map<String, String> settings, String option, String value) {
        Map<String, String> changed = new HashMap<>(settings);
        changed.put(option, value);
        return changed;
    }

    private static String post(TestHttpServer edge, String headers) {
        return "POST /v1/notifications HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + edge.key
                + "\r\nContent-Type: application/json\r\n" + headers + "\r\n\r\n";
    }

    private static String complete(TestHttpServer edge) {
        return post(edge, "Content-Length: " + BODY.length()) + BODY;
    }

    @Test
    void pipelinedRequests_areAnsweredInOrder() throws Exception {
        try (TestHttpServer edge = new TestHttpServer();
                Socket socket = edge.connect()) {
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < 50; i++) {
                all.append(i % 5 == 4 ? "GET /nowhere/" + i + " HTTP/1.1\r\nHost: x\r\n\r\n" : complete(edge));
            }
            RawHttp.write(socket, all.toString());
            for (int i = 0; i < 50; i++) {
                assertThat(RawHttp.read(socket.getInputStream()).status()).isEqualTo(i % 5 == 4 ? 404 : 202);
            }
        }
    }

    @Test
    void chunkedBody_isAssembled() throws Exception {
        try (TestHttpServer edge = new TestHttpServer();
                Socket socket = edge.connect()) {
            RawHttp.write(socket, post(edge, "Transfer-Encoding: chunked"));
            for (char c : BODY.toCharArray()) {
                RawHttp.write(socket, "1\r\n" + c + "\r\n");
            }
            RawHttp.write(socket, "0\r\n\r\n");
            assertThat(RawHttp.read(socket.getInputStream()).status()).isEqualTo(202);
        }
    }

    @Test
    void tooLargeContentLength_isRejectedBeforeTheBody() throws Exception {
        try (TestHttpServer edge = new TestHttpServer(SMALL)) {
            try (Socket socket = edge.connect()) {
                RawHttp.write(socket, post(edge, "Expect: 100-continue\r\nContent-Length: 99999999999"));
                Reply refused = RawHttp.read(socket.getInputStream());
                assertThat(refused.code()).isEqualTo("body_too_large");
                assertThat(refused.header("Connection")).contains("close");
                assertThat(RawHttp.read(socket.getInputStream())).as("closed").isNull();
            }
            try (Socket socket = edge.connect()) {
                RawHttp.write(socket, post(edge, "Expect: 100-continue\r\nContent-Length: " + BODY.length()));
                assertThat(RawHttp.read(socket.getInputStream()).status()).isEqualTo(100);
                RawHttp.write(socket, BODY);
                assertThat(RawHttp.read(socket.getInputStream()).status()).isEqualTo(202);
            }
        }
    }

    @Test
    void endlessBody_isCutOff() throws Exception {
        try (TestHttpServer edge = new TestHttpServer(SMALL);
                Socket socket = edge.connect()) {
            RawHttp.write(socket, post(edge, "Transfer-Encoding: chunked"));
            String chunk = "400\r\n" + " ".repeat(0x400) + "\r\n";
            RawHttp.write(socket, chunk + chunk);
            assertThat(RawHttp.read(socket.getInputStream()).code()).isEqualTo("body_too_large");
            assertThat(edge.intake.requestCount()).isZero();
        }
    }

    @Test
    void slowBody_timesOut() throws Exception {
        try (TestHttpServer edge = new TestHttpServer(SHORT_TIMEOUTS);
                Socket socket = edge.connect()) {
            RawHttp.write(socket, post(edge, "Content-Length: 1000"));
            CompletableFuture<Reply> answer = CompletableFuture.supplyAsync(() -> read(socket));
            // Never idle, never complete.
            while (!answer.isDone()) {
                try {
                    RawHttp.write(socket, " ");
                    TimeUnit.MILLISECONDS.sleep(100);
                } catch (IOException closed) {
                    break;
                }
            }
            assertThat(answer.get(60, TimeUnit.SECONDS).code()).isEqualTo("timed_out");
        }
    }

    private static Reply read(Socket socket) {
        try {
            return RawHttp.read(socket.getInputStream());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void idleConnection_isClosed() throws Exception {
        try (TestHttpServer edge = new TestHttpServer(SHORT_TIMEOUTS);
                Socket socket = edge.connect()) {
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void slowHeader_isCutOff() throws Exception {
        try (TestHttpServer edge = new TestHttpServer(SHORT_TIMEOUTS);
                Socket socket = edge.connect()) {
            assertThat(answersHealth(socket)).isTrue();
            RawHttp.write(socket, "GET /health HTTP/1.1\r\nX-Slow: ");
            boolean connected = true;
            // Never idle, and far below the size limit.
            for (int i = 0; i < 600 && connected; i++) {
                connected = drip(socket);
            }
            assertThat(connected).isFalse();
        }
    }

    @Test
    void excessConnections_areClosed() throws Exception {
        try (TestHttpServer edge = new TestHttpServer(with(SMALL, "TIDINGS_HTTP_MAX_CONNECTIONS", "5"))) {
            List<Socket> sockets = new ArrayList<>();
            int open = 0;
            for (int i = 0; i < 10; i++) {
                Socket socket = edge.connect();
                sockets.add(socket);
                if (isServed(socket)) {
                    open++;
                }
            }
            assertThat(open).isEqualTo(5);
            for (Socket socket : sockets) {
                socket.close();
            }
            boolean again = false;
            for (int i = 0; i < 200 && !again; i++) {
                try (Socket socket = edge.connect()) {
                    again = isServed(socket);
                }
            }
            assertThat(again).as("accepted again after the others closed").isTrue();
        }
    }

    private static boolean isServed(Socket socket) {
        try {
            return answers(socket, "/openapi.yaml") == 200;
        } catch (IOException reset) {
            return false;
        }
    }

    @Test
    void oneAddress_cannotTakeAllConnections() throws Exception {
        Map<String, String> settings = with(
                with(SMALL, "TIDINGS_HTTP_MAX_CONNECTIONS", "20"), "TIDINGS_HTTP_MAX_CONNECTIONS_PER_ADDRESS", "10");
        try (TestHttpServer edge = new TestHttpServer(settings)) {
            List<Socket> silent = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                silent.add(edge.connectFrom("127.0.0.2"));
            }
            for (int i = 0; i < 10; i++) {
                try (Socket other = edge.connectFrom("127.0.0.3")) {
                    assertThat(answers(other, "/openapi.yaml")).isEqualTo(200);
                }
            }
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void fullServer_stillAnswersHealth() throws Exception {
        try (TestHttpServer edge = new TestHttpServer(with(SMALL, "TIDINGS_HTTP_MAX_CONNECTIONS", "5"))) {
            List<Socket> open = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                Socket socket = edge.connectFrom("127.0.0.2");
                assertThat(answersHealth(socket)).isTrue();
                open.add(socket);
            }
            try (Socket other = edge.connectFrom("127.0.0.3")) {
                RawHttp.write(other, "GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
                Reply health = RawHttp.read(other.getInputStream());
                assertThat(health.status()).isEqualTo(200);
                assertThat(health.header("Connection")).contains("close");
            }
            try (Socket other = edge.connectFrom("127.0.0.3")) {
                assertThat(answers(other, "/openapi.yaml")).isEqualTo(503);
            }
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    @Test
    void trustedProxy_hasNoLimitOfItsOwn() throws Exception {
        Map<String, String> settings = with(
                with(SMALL, "TIDINGS_HTTP_MAX_CONNECTIONS_PER_ADDRESS", "2"),
                "TIDINGS_HTTP_TRUSTED_PROXIES",
                "127.0.0.1");
        try (TestHttpServer edge = new TestHttpServer(settings)) {
            List<Socket> open = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                Socket socket = edge.connect();
                open.add(socket);
                assertThat(answers(socket, "/openapi.yaml")).isEqualTo(200);
            }
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    @Test
    void silentConnection_isClosedBeforeItIsIdle() throws Exception {
        Map<String, String> settings =
                with(with(SMALL, "TIDINGS_HTTP_IDLE_TIMEOUT", "24h"), "TIDINGS_HTTP_FIRST_REQUEST_TIMEOUT", "1s");
        try (TestHttpServer edge = new TestHttpServer(settings);
                Socket silent = edge.connect();
                Socket slow = edge.connect();
                Socket used = edge.connect()) {
            assertThat(answersHealth(used)).isTrue();
            RawHttp.write(slow, "GET /health HTTP/1.1\r\nHost: x\r\n");
            assertThat(silent.getInputStream().read()).isEqualTo(-1);
            assertThat(slow.getInputStream().read()).isEqualTo(-1);
            assertThat(answersHealth(used)).as("kept open between requests").isTrue();
        }
    }

    @Test
    void drippedBodyOfARefusedRequest_isCutOff() throws Exception {
        try (TestHttpServer edge = new TestHttpServer(with(SMALL, "TIDINGS_HTTP_IDLE_TIMEOUT", "24h"));
                Socket socket = edge.connect()) {
            RawHttp.write(
                    socket,
                    "POST /v1/notifications HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                            + "Content-Length: 1000\r\n\r\n");
            assertThat(RawHttp.read(socket.getInputStream()).status()).isEqualTo(401);
            boolean connected = true;
            for (int i = 0; i < 200 && connected; i++) {
                connected = drip(socket);
            }
            assertThat(connected).isFalse();
        }
    }

    /** Sends a byte and waits a moment; false if the connection is closed. */
    private static boolean drip(Socket socket) {
        try {
            RawHttp.write(socket, "x");
            socket.setSoTimeout(100);
            return socket.getInputStream().read() >= 0;
        } catch (java.net.SocketTimeoutException stillThere) {
            return true;
        } catch (IOException reset) {
            return false;
        }
    }

    private static int answers(Socket socket, String path) throws IOException {
        RawHttp.write(socket, "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
        Reply reply = RawHttp.read(socket.getInputStream());
        return reply == null ? 0 : reply.status();
    }

    private static boolean answersHealth(Socket socket) {
        try {
            RawHttp.write(socket, "GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
            return RawHttp.read(socket.getInputStream()) != null;
        } catch (IOException reset) {
            return false;
        }
    }

    @Test
    void excessRequestsInFlight_areRejected() throws Exception {
        try (TestHttpServer edge = new TestHttpServer(SMALL)) {
            assertThat(edge.call("POST", "/v1/notifications", BODY).status()).isEqualTo(202);
            CompletableFuture<SubmitResult> held = new CompletableFuture<>();
            CountDownLatch inFlight = new CountDownLatch(4);
            edge.intake.script(() -> {
                inFlight.countDown();
                return held;
            });
            List<Socket> waiting = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Socket socket = edge.connect();
                RawHttp.write(socket, complete(edge));
                waiting.add(socket);
            }
            assertThat(inFlight.await(60, TimeUnit.SECONDS)).isTrue();
            Reply refused = edge.call("GET", "/v1/types");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.code()).isEqualTo("overloaded");
            assertThat(refused.header("Retry-After")).contains("1");
            assertThat(edge.call("GET", "/health", null, null).status())
                    .as("health is still answered")
                    .isEqualTo(200);
            held.complete(new SubmitResult.Accepted(UUID.randomUUID(), false));
            for (Socket socket : waiting) {
                assertThat(RawHttp.read(socket.getInputStream()).status()).isEqualTo(202);
                socket.close();
            }
            assertThat(edge.call("GET", "/v1/types").status()).isEqualTo(200);
        }
    }

    @Test
    void disconnectedClients_releaseTheirPermits() throws Exception {
        try (TestHttpServer edge = new TestHttpServer(with(SMALL, "TIDINGS_HTTP_MAX_CONNECTIONS", "1000"))) {
            // More often than there are permits, but never more at a time.
            for (int i = 0; i < 40; i++) {
                try (Socket socket = edge.connect()) {
                    RawHttp.write(socket, post(edge, "Expect: 100-continue\r\nContent-Length: 500"));
                    assertThat(RawHttp.read(socket.getInputStream()).status()).isEqualTo(100);
                    RawHttp.write(socket, "{");
                }
                edge.awaitIdle();
            }
            assertThat(edge.call("GET", "/v1/types").status()).isEqualTo(200);
        }
    }

    @Test
    void busyTenantAndBusyServer_haveDifferentProblems() {
        try (TestHttpServer edge = new TestHttpServer()) {
            Duration delay = Duration.ofMillis(2_500);
            edge.intake.script(
                    () -> answer(new SubmitResult.Overloaded(SubmitResult.Overloaded.BacklogScope.TENANT, delay)));
            Reply tenant = edge.call("POST", "/v1/notifications", BODY);
            assertThat(tenant.status()).isEqualTo(429);
            assertThat(tenant.header("Retry-After")).contains("3");
            edge.intake.script(
                    () -> answer(new SubmitResult.Overloaded(SubmitResult.Overloaded.BacklogScope.SERVER, delay)));
            assertThat(edge.call("POST", "/v1/notifications", BODY).status()).isEqualTo(503);
            edge.intake.script(() -> answer(new SubmitResult.InProgress(delay)));
            Reply progress = edge.call("POST", "/v1/notifications", BODY);
            assertThat(progress.status()).isEqualTo(409);
            assertThat(progress.header("Retry-After")).contains("3");
            edge.intake.script(
                    () -> answer(new SubmitResult.Overloaded(SubmitResult.Overloaded.BacklogScope.TENANT, delay)));
            assertThat(edge.batch(BODY + "\n" + BODY).lines())
                    .allMatch(line -> line.path("status").asInt() == 429);
        }
    }

    private static CompletableFuture<SubmitResult> answer(SubmitResult answer) {
        return CompletableFuture.completedFuture(answer);
    }

    @Test
    void internalError_isAnsweredWithoutInternals() {
        try (TestHttpServer edge = new TestHttpServer()) {
            edge.intake.script(
                    () -> CompletableFuture.failedFuture(new IllegalStateException("the password is hunter2")));
            Reply later = edge.call("POST", "/v1/notifications", BODY);
            assertThat(later.status()).isEqualTo(500);
            assertThat(later.body()).doesNotContain("hunter2", "IllegalState");
            edge.intake.script(() -> {
                throw new IllegalStateException("the password is hunter2");
            });
            assertThat(edge.call("POST", "/v1/notifications", BODY).code()).isEqualTo("internal");
        }
    }

    @Test
    void malformedHttp_isRejected() throws Exception {
        try (TestHttpServer edge = new TestHttpServer()) {
            for (String garbage : List.of(
                    "hello\r\n\r\n",
                    "GET /v1/types HTTP/1.1\r\nbad header\r\n\r\n",
                    "POST /v1/notifications HTTP/1.1\r\nContent-Length: x\r\n\r\n",
                    "POST /v1/notifications HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
                    "POST /v1/notifications HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n")) {
                try (Socket socket = edge.connect()) {
                    RawHttp.write(socket, garbage);
                    Reply reply = RawHttp.read(socket.getInputStream());
                    assertThat(reply == null || reply.status() >= 400 && reply.status() < 500)
                            .as("%s: %s", garbage, reply)
                            .isTrue();
                }
            }
            assertThat(edge.call("GET", "/v1/types").status()).isEqualTo(200);
        }
    }

    @Test
    void headResponse_hasNoBody() throws Exception {
        try (TestHttpServer edge = new TestHttpServer();
                Socket socket = edge.connect()) {
            RawHttp.write(
                    socket,
                    "HEAD /health HTTP/1.1\r\nHost: x\r\n\r\n"
                            + "HEAD /v1/types HTTP/1.1\r\nHost: x\r\n\r\n"
                            + "HEAD /v1/me/live HTTP/1.1\r\nHost: x\r\n\r\n"
                            + "HEAD /v1/notifications/batch HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            InputStream in = socket.getInputStream();
            String all = new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            String[] responses = all.split("\r\n\r\n", -1);
            assertThat(responses).hasSize(5);
            assertThat(responses[0]).startsWith("HTTP/1.1 200").containsIgnoringCase("content-length: ");
            assertThat(responses[1]).startsWith("HTTP/1.1 401");
            assertThat(responses[2]).startsWith("HTTP/1.1 405").containsIgnoringCase("allow: GET");
            assertThat(responses[3]).startsWith("HTTP/1.1 405").containsIgnoringCase("allow: POST");
            assertThat(responses[4]).isEmpty();
        }
    }

    @Test
    void shutdown_drainsRequestsInFlight() throws Exception {
        TestHttpServer edge = new TestHttpServer();
        assertThat(edge.call("POST", "/v1/notifications", BODY).status()).isEqualTo(202);
        CompletableFuture<SubmitResult> held = new CompletableFuture<>();
        CountDownLatch inFlight = new CountDownLatch(1);
        edge.intake.script(() -> {
            inFlight.countDown();
            return held;
        });
        try (Socket socket = edge.connect()) {
            RawHttp.write(socket, complete(edge));
            assertThat(inFlight.await(60, TimeUnit.SECONDS)).isTrue();
            CompletableFuture<Void> stopped = CompletableFuture.runAsync(edge::stop);
            boolean refuses = false;
            while (!refuses) {
                try (Socket late = edge.connect()) {
                    refuses = !answersHealth(late);
                } catch (IOException refused) {
                    refuses = true;
                }
            }
            held.complete(new SubmitResult.Accepted(UUID.randomUUID(), false));
            assertThat(RawHttp.read(socket.getInputStream()).status()).isEqualTo(202);
            stopped.get(30, TimeUnit.SECONDS);
        }
        edge.close();
    }
}
