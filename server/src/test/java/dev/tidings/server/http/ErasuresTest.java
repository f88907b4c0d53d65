package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.testkit.Await;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests of {@code DELETE /v1/users/{user}?erase=true} and {@code /v1/erasures}. */
class ErasuresTest {
    private static TestHttpServer server;

    @BeforeAll
    static void start() {
        server = new TestHttpServer();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void erasure_isReportedUntilItIsComplete() {
        server.sendAndRoute(server.key, "carl", "hello");
        Reply started = server.call("DELETE", "/v1/users/carl?erase=true");
        assertThat(started.status()).isEqualTo(202);
        String path = "/v1/erasures/" + started.text("id");
        Await.untilEqual(() -> server.call("GET", path).text("state"), "complete");
        assertThat(server.call("GET", path).json().at("/removed/inbox").asInt()).isEqualTo(1);
        assertThat(server.call("GET", path).body()).doesNotContain("carl");
        assertThat(server.call("GET", "/v1/users/carl/inbox").json().at("/items"))
                .isEmpty();
        assertThat(server.call("GET", path, server.otherKey, null).status()).isEqualTo(404);
    }

    @Test
    void tokensFromBefore_areRefused() {
        String before = server.token(server.key, "dora");
        assertThat(server.call("GET", "/v1/me/unread", before, null).status()).isEqualTo(200);
        assertThat(server.call("DELETE", "/v1/users/dora?erase=true").status()).isEqualTo(202);
        assertThat(server.call("GET", "/v1/me/unread", before, null).status()).isEqualTo(401);
        server.clock.advance(Duration.ofSeconds(2));
        String after = server.token(server.key, "dora");
        assertThat(server.call("GET", "/v1/me/unread", after, null).status()).isEqualTo(200);
        assertThat(server.call("GET", "/v1/me/unread", before, null).status()).isEqualTo(401);
    }

    @Test
    void auditLog_namesNoErasedUser() {
        server.call("PUT", "/v1/users/emil-to-erase", "{\"email\":\"emil@example.com\"}");
        server.call("DELETE", "/v1/users/emil-to-erase?erase=true");
        Reply audit = server.call("GET", "/v1/audit?limit=100");
        assertThat(audit.body()).doesNotContain("emil-to-erase").contains("user.erase", "erased-");
    }

    @Test
    void deletionWithoutErase_keepsNotifications() {
        server.call("PUT", "/v1/users/fred", "{}");
        server.sendAndRoute(server.key, "fred", "hello");
        assertThat(server.call("DELETE", "/v1/users/fred").status()).isEqualTo(204);
        assertThat(server.call("GET", "/v1/users/fred/inbox").json().at("/items"))
                .hasSize(1);
    }
}
