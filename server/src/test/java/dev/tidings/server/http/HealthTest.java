package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidings.server.storage.StoreCheck;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests of {@code /health}, {@code /ready} and {@code /}. */
class HealthTest {
    private static TestHttpServer edge;

    @BeforeAll
    static void start() {
        edge = new TestHttpServer();
    }

    @AfterAll
    static void stop() {
        edge.close();
    }

    private static Reply get(String path) {
        return edge.call("GET", path, null, null);
    }

    @Test
    void failingStore_makesTheNodeUnreadyButNotDead() {
        assertThat(get("/ready").status()).isEqualTo(200);
        edge.sickness = Optional.of("the disk is full");
        edge.clock.advance(Duration.ofSeconds(2));

        Reply unready = get("/ready");
        Reply alive = get("/health");

        edge.sickness = Optional.empty();
        edge.clock.advance(Duration.ofSeconds(2));
        assertThat(unready.status()).isEqualTo(503);
        assertThat(unready.text("status")).isEqualTo("unavailable");
        assertThat(unready.json().at("/checks/log").asText()).isEqualTo("failing");
        assertThat(unready.json().at("/checks/tables").asText()).isEqualTo("ok");
        assertThat(unready.json().at("/checks/metadata").asText()).isEqualTo("ok");
        assertThat(unready.body()).as("the reason is only logged").doesNotContain("disk");
        assertThat(alive.status()).isEqualTo(200);
        assertThat(alive.text("status")).isEqualTo("ok");
        assertThat(get("/ready").text("status")).isEqualTo("ready");
    }

    @Test
    void optionalStore_onlyDegrades() throws Exception {
        try (BlockingPools pools = new BlockingPools()) {
            HealthHandlers health = new HealthHandlers(
                    List.of(
                            new StoreCheck("log", true, Optional::empty),
                            new StoreCheck("hotState", false, () -> Optional.of("no connection"))),
                    edge.clock,
                    pools.metadata());

            ApiResponse answer = health.ready(null).toCompletableFuture().get();

            assertThat(answer.status()).isEqualTo(200);
            assertThat(new ObjectMapper().readTree(answer.bytes()))
                    .isEqualTo(new ObjectMapper()
                            .readTree("{\"status\":\"ready\",\"checks\":{\"hotState\":\"failing\",\"log\":\"ok\"},"
                                    + "\"degraded\":[\"hotState\"]}"));
        }
    }

    @Test
    void head_answersLikeGetWithoutBody() {
        for (String path : List.of("/health", "/ready", "/", "/docs")) {
            Reply head = edge.send(
                    edge.request(path).method("HEAD", BodyPublishers.noBody()).build());
            assertThat(head.status()).as(path).isEqualTo(200);
            assertThat(head.body()).isEmpty();
            assertThat(head.header("Content-Length"))
                    .contains(get(path).header("Content-Length").orElseThrow());
        }
        assertThat(edge.call("HEAD", "/v1/me/live", null, null).status())
                .as("a live connection has no headers to ask for")
                .isEqualTo(405);
    }

    @Test
    void home_leadsBrowsersToPagesThatExist() {
        Reply page = edge.send(edge.request("/")
                .header("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
                .build());
        assertThat(page.header("Content-Type")).contains("text/html; charset=utf-8");
        assertThat(page.header("Vary")).contains("Accept");
        java.util.regex.Matcher links =
                java.util.regex.Pattern.compile("href=\"([^\"]+)\"").matcher(page.body());
        int found = 0;
        while (links.find()) {
            found++;
            assertThat(get(links.group(1)).status()).as(links.group(1)).isEqualTo(200);
        }
        assertThat(found).isGreaterThan(5);
        assertThat(page.body()).contains("href=\"/demo\"", "href=\"/docs\"");
    }

    @Test
    void home_isJsonForPrograms() {
        Reply home = get("/");
        assertThat(home.header("Content-Type")).contains("application/json");
        assertThat(home.json().at("/links/docs").asText()).isEqualTo("/docs");
        home.json()
                .path("links")
                .forEach(link -> assertThat(get(link.asText()).status())
                        .as(link.asText())
                        .isEqualTo(200));
    }

    @Test
    void home_hidesADemoThatIsOff() {
        ApiRequest browser = new ApiRequest(null, null, null, name -> "text/html", null, null);
        ApiRequest program = new ApiRequest(null, null, null, name -> null, null, null);
        for (ApiRequest call : List.of(browser, program)) {
            ApiResponse answer =
                    new HomeHandler(false).get(call).toCompletableFuture().join();
            assertThat(new String(answer.bytes(), java.nio.charset.StandardCharsets.UTF_8))
                    .contains("/docs")
                    .doesNotContain("demo");
        }
    }
}
