package dev.tidings.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of live connections that are refused or closed by the server. */
class LiveRefusalTest {
    private static final int MESSAGES = 40;
    private static final Duration MOMENT = Duration.ofMillis(200);

    private final TestHttpServer edge = new TestHttpServer(Map.of(
            "TIDINGS_LIVE_MAX_CONNECTIONS", "50",
            "TIDINGS_LIVE_MAX_PER_USER", "3",
            "TIDINGS_LIVE_MAX_PER_ADDRESS", "40",
            "TIDINGS_LIVE_MESSAGES_PER_USER", Integer.toString(MESSAGES),
            "TIDINGS_LIVE_MESSAGES_PER_ADDRESS", "1000",
            "TIDINGS_LIVE_MAX_MISSED", "100",
            "TIDINGS_LIVE_DRAIN", "1s"));
    private final String alice = edge.token(edge.key, "alice");

    @AfterEach
    void close() {
        edge.close();
    }

    @ParameterizedTest
    @EnumSource
    void user_receivesOwnEventsOnly(LiveTestClient.Kind kind) throws Exception {
        String bob = edge.token(edge.key, "bob");
        String tokenOfOtherTenant = edge.token(edge.otherKey, "alice");
        try (LiveTestClient hers = kind.open(edge.port(), alice, "");
                LiveTestClient his = kind.open(edge.port(), bob, "");
                LiveTestClient otherTenant = kind.open(edge.port(), tokenOfOtherTenant, "")) {
            String cursor = hers.next("hello").path("id").asText();
            his.next("hello");
            otherTenant.next("hello");
            edge.sendAndRoute(edge.key, "alice", "secret");
            assertThat(hers.titles(1)).containsExactly("secret");
            assertThat(his.receivesNothing(MOMENT)).isTrue();
            assertThat(otherTenant.receivesNothing(MOMENT)).isTrue();
            try (LiveTestClient withHerCursor = kind.open(edge.port(), bob, "?since=" + cursor)) {
                withHerCursor.next("hello");
                assertThat(withHerCursor.receivesNothing(MOMENT)).isTrue();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "https://app.example.com, 101",
        "https://evil.example.com, 403",
        "null, 403",
        "http://SAME, 101",
        "https://SAME.evil.example.com, 403",
    })
    void foreignOrigin_isRefusedUnlessAllowed(String origin, int status) throws Exception {
        String said = origin.replace("SAME", "127.0.0.1:" + edge.port());
        assertThat(status(handshake(alice, "", "Origin: " + said + "\r\n"))).isEqualTo(status);
        int ofStream = status("GET /v1/me/live HTTP/1.1\r\nHost: 127.0.0.1:" + edge.port()
                + "\r\nAuthorization: Bearer " + alice + "\r\nOrigin: " + said + "\r\n\r\n");
        assertThat(ofStream).isEqualTo(status == 101 ? 200 : status);
    }

    @Test
    void ticket_isSingleUseAndShortLived() throws Exception {
        String ticket = edge.call("POST", "/v1/me/ticket", alice, null).text("ticket");
        try (LiveTestClient liveTestClient = LiveTestClient.eventStream(edge.port(), null, "?ticket=" + ticket)) {
            liveTestClient.next("hello");
            edge.sendAndRoute(edge.key, "alice", "hers");
            assertThat(liveTestClient.titles(1)).containsExactly("hers");
        }
        assertThatThrownBy(() -> LiveTestClient.eventStream(edge.port(), null, "?ticket=" + ticket))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("401");
        String old = edge.call("POST", "/v1/me/ticket", alice, null).text("ticket");
        edge.clock.advance(Duration.ofSeconds(30));
        assertThat(edge.call("GET", "/v1/me/live?ticket=" + old, null, null).status())
                .isEqualTo(401);
    }

    @Test
    void ticketOfARevokedToken_isRefused() {
        String ticket = edge.call("POST", "/v1/me/ticket", alice, null).text("ticket");
        revoke();
        assertThat(edge.call("GET", "/v1/me/live?ticket=" + ticket, null, null).status())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @EnumSource
    void revokedToken_closesItsConnections(LiveTestClient.Kind kind) throws Exception {
        try (LiveTestClient liveTestClient = kind.open(edge.port(), alice, "")) {
            liveTestClient.next("hello");
            revoke();
            assertThat(liveTestClient.next("bye").path("reason").asText()).isEqualTo("revoked");
            assertThat(liveTestClient.closeCode()).isEqualTo(kind == LiveTestClient.Kind.WEB_SOCKET ? 4401 : 0);
        }
    }

    private void revoke() {
        JsonNode secrets = edge.call("GET", "/v1/token-secrets").json().path("items");
        secrets.forEach(secret ->
                edge.call("DELETE", "/v1/token-secrets/" + secret.path("kid").asText()));
    }

    @Test
    void expiredToken_closesItsConnections() throws Exception {
        try (LiveTestClient liveTestClient = LiveTestClient.webSocket(edge.port(), alice, "")) {
            liveTestClient.next("hello");
            edge.clock.advance(Duration.ofDays(2));
            assertThat(liveTestClient.next("bye").path("reason").asText()).isEqualTo("expired");
            assertThat(liveTestClient.closeCode()).isEqualTo(4401);
        }
    }

    @Test
    void apiKey_isRefused() {
        assertThat(edge.call("GET", "/v1/me/live").code()).isEqualTo("wrong_credentials");
        assertThat(edge.call("GET", "/v1/me/live", null, null).code()).isEqualTo("unauthenticated");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "0", "019a0000-0000-4000-8000-000000000000", "019A0000-0000-7000-8000-00000000000A"})
    void invalidCursor_isRefused(String cursor) {
        Reply reply = edge.call("GET", "/v1/me/live?since=" + cursor, alice, null);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.pointers()).containsExactly("query:since");
    }

    @Test
    void connectionsPerUser_areLimited() throws Exception {
        List<LiveTestClient> liveTestClients = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            liveTestClients.add(LiveTestClient.webSocket(edge.port(), alice, ""));
            liveTestClients.get(i).next("hello");
        }
        Reply further = edge.call("GET", "/v1/me/live", alice, null);
        assertThat(further.status()).isEqualTo(429);
        assertThat(further.code()).isEqualTo("too_many_connections");
        assertThat(further.header("Retry-After")).isPresent();
        liveTestClients.get(0).close();
        awaitStatus(101);
        liveTestClients.forEach(LiveTestClient::close);
    }

    @Test
    void connectionsPerAddress_areLimited() throws Exception {
        List<LiveTestClient> liveTestClients = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            liveTestClients.add(LiveTestClient.webSocket(edge.port(), edge.token(edge.key, "u" + i), ""));
        }
        assertThat(edge.call("GET", "/v1/me/live", alice, null).status()).isEqualTo(429);
        assertThat(status(handshake(alice, "", "X-Forwarded-For: 192.0.2.7\r\n")))
                .as("the header of an untrusted client is ignored")
                .isEqualTo(429);
        liveTestClients.forEach(LiveTestClient::close);
        awaitStatus(101);
    }

    /** Waits until the server has noticed a disconnect. */
    private void awaitStatus(int wanted) throws IOException {
        while (status(handshake(alice, "", "")) != wanted) {
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Sec-WebSocket-Version: 13, Sec-WebSocket-Version: 8",
        "Connection: Upgrade, Connection: close",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==, Sec-WebSocket-Key: short"
    })
    void invalidHandshake_isRejected(String good, String bad) throws Exception {
        assertThat(status(handshake(alice, "", "").replace(good, bad))).isEqualTo(400);
    }

    @Test
    void invalidFrame_closesTheConnection() throws Exception {
        byte[] key = {1, 2, 3, 4};
        assertThat(closeCode(frame(0x81, key, "{\"ack\":\"x\"}".getBytes(UTF_8))))
                .as("unknown message")
                .isEqualTo(1008);
        assertThat(closeCode(frame(0x81, key, new byte[] {(byte) 0xC3, 0x28})))
                .as("not UTF-8")
                .isEqualTo(1007);
        assertThat(closeCode(frame(0x81, key, new byte[9_000]))).as("too long").isEqualTo(1009);
        assertThat(closeCode(frame(0xC1, key, new byte[10]))).as("compressed").isEqualTo(1002);
        assertThat(closeCode(frame(0x83, key, new byte[10]))).as("unknown kind").isEqualTo(1002);
        assertThat(closeCode(frame(0x82, key, new byte[10]))).as("binary").isEqualTo(1003);
        assertThat(closeCode(frame(0x81, null, new byte[10]))).as("not masked").isEqualTo(1002);
        assertThat(closeCode(frame(0x80, key, new byte[10])))
                .as("a continuation of nothing")
                .isEqualTo(1002);
        assertThat(closeCode(join(frame(0x01, key, new byte[5_000]), frame(0x80, key, new byte[5_000]))))
                .as("too long in fragments")
                .isEqualTo(1009);
        assertThat(closeCode(frame(0x88, key, new byte[] {3, (byte) 0xE8})))
                .as("a close frame")
                .isEqualTo(1000);
        byte[] fragments = frame(0x01, key, new byte[0]);
        for (int i = 0; i < 101; i++) {
            fragments = join(fragments, frame(0x00, key, new byte[0]));
        }
        assertThat(closeCode(fragments)).as("too many fragments").isEqualTo(1009);
    }

    @Test
    void floodingUser_isThrottledAndGetsNoFurtherConnections() throws Exception {
        byte[] key = {1, 2, 3, 4};
        // Overdraws the token bucket by four seconds, with few enough messages to be read in one go.
        int pings = 14 * MESSAGES;
        try (Socket socket = edge.connect()) {
            socket.getOutputStream().write(handshake(alice, "", "").getBytes(ISO_8859_1));
            InputStream in = socket.getInputStream();
            skipHead(in);
            byte[] all = new byte[0];
            for (int i = 0; i < pings; i++) {
                all = join(all, frame(0x89, key, new byte[] {1}));
            }
            socket.getOutputStream().write(all);
            for (int pongs = 0; pongs < pings; ) {
                pongs += nextKind(in) == 0x8A ? 1 : 0;
            }
            Reply further = edge.call("GET", "/v1/me/live", alice, null);
            assertThat(further.status()).isEqualTo(429);
            assertThat(further.code()).isEqualTo("too_many_messages");
            assertThat(further.header("Retry-After")).contains("11");
            assertThat(edge.call("GET", "/metrics").body())
                    .contains("tidings_live_connections 1.0", "tidings_live_refused_total{reason=\"busy_user\"} 1.0");
            socket.getOutputStream().write(frame(0x88, key, new byte[] {3, (byte) 0xE8}));
            int kind = nextKind(in);
            while (kind == 0x81) {
                kind = nextKind(in);
            }
            assertThat(kind).as("it is processed in the end").isEqualTo(0x88);
        }
    }

    @Test
    void fragmentedMessage_isAccepted() throws Exception {
        String id = edge.sendAndRoute(edge.key, "alice", "one");
        byte[] key = {9, 8, 7, 6};
        byte[] ack = ("{\"ack\":[\"" + id + "\"]}").getBytes(UTF_8);
        byte[] first = java.util.Arrays.copyOf(ack, 10);
        byte[] rest = java.util.Arrays.copyOfRange(ack, 10, ack.length);
        byte[] all = join(
                join(frame(0x01, key, first), frame(0x89, key, new byte[0])),
                join(frame(0x80, key, rest), frame(0x88, key, new byte[] {3, (byte) 0xE8})));
        assertThat(closeCode(all)).isEqualTo(1000);
        while (!edge.call("GET", "/v1/notifications/" + id + "/deliveries?user=alice", edge.key, null)
                .body()
                .contains("delivered")) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shutdown_announcesItselfToClients() throws Exception {
        try (LiveTestClient liveTestClient = LiveTestClient.webSocket(edge.port(), alice, "")) {
            liveTestClient.next("hello");
            edge.stop();
            assertThat(liveTestClient.next("bye").path("reason").asText()).isEqualTo("draining");
            assertThat(liveTestClient.closeCode()).isEqualTo(1001);
        }
    }

    private static int nextKind(InputStream in) throws IOException {
        int kind = in.read();
        int length = in.read();
        in.readNBytes(length == 126 ? in.read() << 8 | in.read() : length);
        return kind;
    }

    /** The server's close code after these bytes. */
    private int closeCode(byte[] frames) throws IOException {
        try (Socket socket = edge.connect()) {
            socket.getOutputStream().write(handshake(alice, "", "").getBytes(ISO_8859_1));
            InputStream in = socket.getInputStream();
            skipHead(in);
            socket.getOutputStream().write(frames);
            while (true) {
                int kind = in.read();
                int length = in.read();
                if (length == 126) {
                    length = in.read() << 8 | in.read();
                }
                byte[] payload = in.readNBytes(length);
                if (kind == 0x88) {
                    assertThat(in.read()).as("the connection is closed").isEqualTo(-1);
                    return (payload[0] & 0xFF) << 8 | payload[1] & 0xFF;
                }
                if (kind < 0) {
                    throw new IOException("closed without a word");
                }
            }
        }
    }

    private static void skipHead(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("closed: " + head);
            }
            head.append((char) next);
        }
        assertThat(head.toString()).startsWith("HTTP/1.1 101");
    }

    private static byte[] frame(int kind, byte[] key, byte[] payload) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int masked = key == null ? 0 : 0x80;
        out.write(kind);
        if (payload.length < 126) {
            out.write(masked | payload.length);
        } else {
            out.write(masked | 126);
            out.write(payload.length >> 8);
            out.write(payload.length);
        }
        if (key != null) {
            out.writeBytes(key);
        }
        for (int i = 0; i < payload.length; i++) {
            out.write(key == null ? payload[i] : payload[i] ^ key[i % 4]);
        }
        return out.toByteArray();
    }

    private static byte[] join(byte[] one, byte[] other) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(one);
        out.writeBytes(other);
        return out.toByteArray();
    }

    private String handshake(String token, String query, String headers) {
        return "GET /v1/me/live" + query + " HTTP/1.1\r\nHost: 127.0.0.1:" + edge.port()
                + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                + "Sec-WebSocket-Version: 13\r\nAuthorization: Bearer " + token + "\r\n" + headers + "\r\n";
    }

    private int status(String request) throws IOException {
        try (Socket socket = edge.connect()) {
            socket.getOutputStream().write(request.getBytes(ISO_8859_1));
            byte[] start = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
            return Integer.parseInt(new String(start, ISO_8859_1).substring("HTTP/1.1 ".length()));
        }
    }
}
