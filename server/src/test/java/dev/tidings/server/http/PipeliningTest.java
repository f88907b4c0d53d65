package dev.tidings.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.server.intake.SubmitResult;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of clients that send more bytes before the response: nothing is misread, and all buffers are released. */
class PipeliningTest {
    private static final int LIVE = 10_000;
    private static final int WAITING = 200;
    private static final int MAX_ROUNDS = 6;
    private static final int MESSAGES = 1_000_000;

    /** Without a line end, and below the line limit: such bytes wait in the decoder. */
    private static final String NO_LINE = "x".repeat(7_000);

    private static final String LARGE = " ".repeat(60_000);

    private final TestHttpServer edge = new TestHttpServer(Map.of(
            "TIDINGS_HTTP_IDLE_TIMEOUT", "2s",
            "TIDINGS_LIVE_MAX_PER_USER", Integer.toString(LIVE),
            "TIDINGS_LIVE_MESSAGES_PER_USER", Integer.toString(MESSAGES),
            "TIDINGS_LIVE_MESSAGES_PER_ADDRESS", Integer.toString(MESSAGES),
            "TIDINGS_LIVE_DRAIN", "0s"));
    private final String alice = edge.token(edge.key, "alice");

    @AfterEach
    void close() {
        edge.close();
    }

    /** Masked with zeros, so that they look as much like HTTP as possible. */
    @ParameterizedTest
    @ValueSource(strings = {"\n", "GET / HTTP/1.1\r\n\r\n", "plain"})
    void framesSentWithTheHandshake_areProcessed(String payload) throws Exception {
        // The first fragment of a message starts with a byte that HTTP skips.
        String frames = "\u0001\u0080\0\0\0\0" + "\u0089" + (char) (0x80 | payload.length()) + "\0\0\0\0" + payload;
        // The first time the token is not cached yet, so that the upgrade happens later.
        for (int time = 0; time < 3; time++) {
            try (Socket socket = edge.connect()) {
                RawHttp.write(socket, handshake(alice) + frames);
                assertThat(RawHttp.read(socket.getInputStream()).status()).isEqualTo(101);
                assertThat(pong(socket.getInputStream())).isEqualTo(payload);
            }
        }
    }

    private static String pong(InputStream in) throws IOException {
        while (true) {
            int kind = in.read();
            if (kind < 0) {
                return "closed";
            }
            String payload = new String(in.readNBytes(in.read()), ISO_8859_1);
            if (kind == 0x8A || kind == 0x88) {
                return payload;
            }
        }
    }

    @Test
    void refusedHandshake_isTheLastRequest() throws Exception {
        try (Socket socket = edge.connect()) {
            RawHttp.write(
                    socket,
                    "GET /health HTTP/1.1\r\nHost: x\r\n\r\n" + handshake("nobody")
                            + "GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(RawHttp.read(socket.getInputStream()).header("Connection"))
                    .isEmpty();
            Reply refused = RawHttp.read(socket.getInputStream());
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.header("Connection")).contains("close");
            assertThat(RawHttp.read(socket.getInputStream())).as("closed").isNull();
        }
    }

    @Test
    void requestAfterAnEventStream_isNotAnswered() throws Exception {
        try (Socket socket = edge.connect()) {
            RawHttp.write(socket, stream() + post(LARGE));
            InputStream in = socket.getInputStream();
            assertThat(RawHttp.read(in).status()).isEqualTo(200);
            edge.sendAndRoute(edge.key, "alice", "the end");
            StringBuilder heard = new StringBuilder();
            while (heard.indexOf("the end") < 0) {
                heard.append((char) in.read());
            }
            assertThat(heard.toString()).contains("event: hello").doesNotContain("HTTP/1.1");
            assertThat(edge.intake.requestCount())
                    .as("only the notification sent above")
                    .isEqualTo(1);
        }
    }

    @Test
    void bytesAfterAHandshake_areReleased() throws Exception {
        releases(1_000, handshake(alice) + NO_LINE, NO_LINE.length());
    }

    @Test
    void bytesAfterAnEventStream_areReleased() throws Exception {
        releases(1_000, stream() + NO_LINE, NO_LINE.length());
    }

    @Test
    void requestAfterAnEventStream_isReleased() throws Exception {
        releases(300, stream() + post(LARGE), LARGE.length());
    }

    /** The server times out and closes the connection. */
    @Test
    void requestAfterAnUnansweredOne_isReleased() throws Exception {
        CompletableFuture<SubmitResult> never = new CompletableFuture<>();
        edge.intake.script(() -> never);
        releases((long) WAITING * LARGE.length(), this::sendPairsAndAwaitClose);
        assertThat(edge.intake.requestCount() % WAITING)
                .as("only the first request of each pair")
                .isZero();
        never.complete(new SubmitResult.Accepted(UUID.randomUUID(), false));
    }

    private void sendPairsAndAwaitClose() throws IOException {
        String twice = post("{\"to\":{\"user\":\"u\"},\"title\":\"t\"}") + post(LARGE);
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < WAITING; i++) {
            sockets.add(edge.connect());
            RawHttp.write(sockets.get(i), twice);
        }
        for (Socket socket : sockets) {
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            socket.close();
        }
    }

    private void releases(int times, String request, int early) throws Exception {
        releases((long) times * early, () -> {
            for (int i = 0; i < times; i++) {
                try (Socket socket = edge.connect()) {
                    RawHttp.write(socket, request);
                    assertThat(RawHttp.read(socket.getInputStream()).status()).isIn(101, 200);
                }
            }
        });
    }

    /**
     * The allocator grows in large chunks and keeps them for its peak usage. So memory may grow in a round without a leak; but a leak
     * grows it in every round.
     */
    private static void releases(long leaking, Round round) throws Exception {
        List<Long> taken = new ArrayList<>();
        do {
            long before = used();
            round.run();
            taken.add(settled(before, leaking / 2) - before);
        } while (taken.get(taken.size() - 1) > leaking / 2 && taken.size() < MAX_ROUNDS);
        assertThat(taken.get(taken.size() - 1))
                .as("growth after each round with %d bytes: %s", leaking, taken)
                .isLessThanOrEqualTo(leaking / 2);
    }

    private interface Round {
        void run() throws Exception;
    }

    /** Event loops release their buffers shortly after the client has disconnected. */
    private static long settled(long before, long max) {
        long end = System.nanoTime() + Duration.ofSeconds(1).toNanos();
        while (used() - before > max && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        return used();
    }

    private static long used() {
        return ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT)
                .metric()
                .usedDirectMemory();
    }

    private String stream() {
        return "GET /v1/me/live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + alice + "\r\n\r\n";
    }

    private static String handshake(String token) {
        return "GET /v1/me/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                + "Authorization: Bearer " + token + "\r\n\r\n";
    }

    private String post(String body) {
        return "POST /v1/notifications HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + edge.key
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }
}
