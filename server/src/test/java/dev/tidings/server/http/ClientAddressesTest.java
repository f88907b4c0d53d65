package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.server.config.Network;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of client addresses: which entries of X-Forwarded-For are trusted. */
class ClientAddressesTest {
    private static final List<Network> PROXIES = Stream.of("10.0.0.0/8", "127.0.0.1", "fd00::/8")
            .map(text -> Network.parse(text).orElseThrow())
            .toList();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        # connected      | X-Forwarded-For                      | client
        192.0.2.1        |                                      | 192.0.2.1
        192.0.2.1        | 198.51.100.9                         | 192.0.2.1
        10.0.0.1         |                                      | 10.0.0.1
        10.0.0.1         | 192.0.2.1                            | 192.0.2.1
        10.0.0.1         | 198.51.100.9, 192.0.2.1              | 192.0.2.1
        10.0.0.1         | 198.51.100.9, 192.0.2.1, 10.7.7.7    | 192.0.2.1
        10.0.0.1         | 10.7.7.8, 10.7.7.7                   | 10.7.7.8
        10.0.0.1         | 192.0.2.1:4711                       | 192.0.2.1
        10.0.0.1         | unknown                              | 10.0.0.1
        10.0.0.1         | 192.0.2.1, unknown, 10.7.7.7         | 10.7.7.7
        10.0.0.1         | 192.0.2.1, ,                         | 192.0.2.1
        10.0.0.1         | ::ffff:192.0.2.1                     | 192.0.2.1
        10.0.0.1         | 2001:db8:1:2:3:4:5:6                 | 2001:db8:1:2:0:0:0:0/64
        10.0.0.1         | [2001:db8:1:2:3:4:5:6]:4711          | 2001:db8:1:2:0:0:0:0/64
        10.0.0.1         | [2001:db8:1:2:3:4:5:7]               | 2001:db8:1:2:0:0:0:0/64
        fd00::1          | 192.0.2.1                            | 192.0.2.1
        0:0:0:0:0:0:0:1  | 192.0.2.1                            | 0:0:0:0:0:0:0:0/64
        """)
    void client_isTheLastUntrustedAddress(String connected, String forwardedFor, String client) {
        ClientAddresses clientAddresses = new ClientAddresses(PROXIES);
        assertThat(clientAddresses.resolve(connected, forwardedFor == null ? List.of() : List.of(forwardedFor)))
                .isEqualTo(client);
    }

    @Test
    void connectionsOfATrustedProxy_areNotCountedByAddress() {
        ClientAddresses addresses = new ClientAddresses(PROXIES);
        assertThat(addresses.counted("10.0.0.1")).isEmpty();
        assertThat(addresses.counted("192.0.2.1")).contains("192.0.2.1");
        assertThat(addresses.counted("2001:db8:1:2:3:4:5:6")).contains("2001:db8:1:2:0:0:0:0/64");
    }

    @Test
    void repeatedHeader_isJoined() {
        assertThat(new ClientAddresses(PROXIES).resolve("10.0.0.1", List.of("198.51.100.9", "192.0.2.1, 10.0.0.2")))
                .isEqualTo("192.0.2.1");
    }

    @Test
    void noProxy_isTrustedByDefault() {
        assertThat(new ClientAddresses(List.of()).resolve("127.0.0.1", List.of("192.0.2.1")))
                .isEqualTo("127.0.0.1");
    }

    @Test
    void clientsBehindAProxy_haveSeparateLimits() throws IOException {
        Map<String, String> twoEach =
                Map.of("TIDINGS_LIVE_MAX_PER_ADDRESS", "2", "TIDINGS_HTTP_TRUSTED_PROXIES", "127.0.0.1,10.0.0.0/8");
        try (TestHttpServer edge = new TestHttpServer(twoEach);
                Connected first = new Connected(edge, "192.0.2.1");
                Connected second = new Connected(edge, "192.0.2.1");
                Connected third = new Connected(edge, "192.0.2.1");
                Connected other = new Connected(edge, "192.0.2.2")) {
            assertThat(List.of(first.status, second.status, third.status, other.status))
                    .containsExactly("200", "200", "429", "200");
        }
    }

    /** An open event stream. */
    private static final class Connected implements AutoCloseable {
        private final Socket socket;
        final String status;

        Connected(TestHttpServer edge, String forwardedFor) throws IOException {
            socket = edge.connect();
            socket.getOutputStream()
                    .write(("GET /v1/me/live HTTP/1.1\r\nHost: here\r\nX-Forwarded-For: " + forwardedFor
                                    + "\r\nAuthorization: Bearer " + edge.token(edge.key, "alice") + "\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            byte[] start = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
            status = new String(start, StandardCharsets.ISO_8859_1).substring("HTTP/1.1 ".length());
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
