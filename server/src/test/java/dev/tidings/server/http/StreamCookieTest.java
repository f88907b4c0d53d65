package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of the attributes and the number of the cookies that resume event streams. */
class StreamCookieTest {
    private static final Map<String, String> FROM_OTHER_SITE =
            Map.of("Origin", TestHttpServer.ORIGIN, "Sec-Fetch-Site", "cross-site");

    private static List<String> cookies(TestHttpServer edge, Map<String, String> headers) throws Exception {
        String ticket = edge.call("POST", "/v1/me/ticket", edge.token(edge.key, "alice"), null)
                .text("ticket");
        try (LiveTestClient client = LiveTestClient.eventStream(edge.port(), "?ticket=" + ticket, headers)) {
            client.next("hello");
            return client.cookies();
        }
    }

    private static String attributes(List<String> cookies) {
        assertThat(cookies).hasSize(1);
        return cookies.get(0).substring(cookies.get(0).indexOf(';'));
    }

    @Test
    void cookie_isBoundToThePathAndTheToken() throws Exception {
        try (TestHttpServer edge = new TestHttpServer()) {
            assertThat(attributes(cookies(edge, Map.of())))
                    .matches("; Max-Age=(3600|3599); Path=/v1/me/live; HttpOnly; SameSite=Strict");
            assertThat(attributes(cookies(edge, FROM_OTHER_SITE)))
                    .as("a cookie of another site has to be secure")
                    .endsWith("; HttpOnly; SameSite=Strict");
            try (LiveTestClient client = LiveTestClient.eventStream(edge.port(), edge.token(edge.key, "alice"), "")) {
                client.next("hello");
                assertThat(client.cookies()).as("a token needs none").isEmpty();
            }
        }
    }

    @Test
    void cookieOfAPublicHttpsUrl_isSecure() throws Exception {
        try (TestHttpServer edge =
                new TestHttpServer(Map.of("TIDINGS_HTTP_PUBLIC_URL", "https://example.org/notify/"))) {
            assertThat(attributes(cookies(edge, Map.of())))
                    .endsWith("; Path=/notify/v1/me/live; HttpOnly; Secure; SameSite=Strict");
            assertThat(attributes(cookies(edge, FROM_OTHER_SITE)))
                    .endsWith("; Path=/notify/v1/me/live; HttpOnly; Secure; SameSite=None; Partitioned");
        }
    }

    @Test
    void oldestCookies_areRemoved() throws Exception {
        try (TestHttpServer edge = new TestHttpServer()) {
            String many = IntStream.range(0, 22)
                    .mapToObj(n -> "tidings_live_" + n + "=x")
                    .collect(Collectors.joining("; "));
            List<String> set = cookies(edge, Map.of("Cookie", "session=1; " + many + "; theme=dark"));
            assertThat(set).hasSize(4);
            assertThat(set.subList(1, 4)).allMatch(cookie -> cookie.contains("=; Max-Age=0; Path=/v1/me/live;"));
            assertThat(set.subList(1, 4))
                    .extracting(cookie -> cookie.substring(0, cookie.indexOf('=')))
                    .containsExactly("tidings_live_0", "tidings_live_1", "tidings_live_2");
            String large = IntStream.range(0, 4)
                    .mapToObj(n -> "tidings_live_" + n + "=" + "x".repeat(1_200))
                    .collect(Collectors.joining("; "));
            assertThat(cookies(edge, Map.of("Cookie", large)))
                    .as("half of the headers is for the rest")
                    .hasSize(2);
        }
    }

    @Test
    void pageOfAnAllowedOrigin_maySendItsCookie() throws Exception {
        try (TestHttpServer edge = new TestHttpServer()) {
            String ticket = edge.call("POST", "/v1/me/ticket", edge.token(edge.key, "alice"), null)
                    .text("ticket");
            try (LiveTestClient client = LiveTestClient.eventStream(
                    edge.port(), "?ticket=" + ticket, Map.of("Origin", TestHttpServer.ORIGIN))) {
                assertThat(client.header("Access-Control-Allow-Origin")).containsExactly(TestHttpServer.ORIGIN);
                assertThat(client.header("Access-Control-Allow-Credentials")).containsExactly("true");
                assertThat(client.header("Vary")).containsExactly("Origin");
            }
        }
    }
}
