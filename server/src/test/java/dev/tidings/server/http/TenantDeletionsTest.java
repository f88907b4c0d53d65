package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import dev.tidings.core.metadata.Erasure;
import dev.tidings.core.metadata.Tenant;
import dev.tidings.core.model.UserKey;
import dev.tidings.testkit.Await;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of {@code DELETE /v1/tenants/{tenant}} and {@code GET /v1/tenants/{tenant}/deletion}. */
class TenantDeletionsTest {
    private static final String PATH = "/v1/tenants/" + TestHttpServer.OTHER_TENANT;

    private TestHttpServer server;

    @BeforeEach
    void start() {
        server = new TestHttpServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void deleteCompletely() {
        assertThat(server.call("DELETE", PATH).status()).isEqualTo(202);
        Await.untilEqual(() -> server.call("GET", PATH + "/deletion").text("state"), "complete");
    }

    @Test
    void deletion_isReportedUntilItIsComplete() {
        server.sendAndRoute(server.otherKey, "carl", "hello");
        Reply started = server.call("DELETE", PATH);
        assertThat(started.status()).isEqualTo(202);
        assertThat(started.text("tenant")).isEqualTo(TestHttpServer.OTHER_TENANT);
        assertThat(started.json().at("/completedAt").isNull()).isTrue();
        Await.untilEqual(() -> server.call("GET", PATH + "/deletion").text("state"), "complete");
        Reply complete = server.call("GET", PATH + "/deletion");
        assertThat(complete.text("id")).isEqualTo(started.text("id"));
        assertThat(complete.text("completedAt")).isNotEmpty();
        assertThat(complete.json().at("/removed/inbox").asInt()).isEqualTo(1);
        assertThat(server.call("GET", "/v1/tenants?limit=100").body()).doesNotContain(TestHttpServer.OTHER_TENANT);
        assertThat(server.call("DELETE", PATH).status()).as("it is gone").isEqualTo(404);
        assertThat(server.call("GET", "/v1/audit").body()).contains("tenant.delete");
    }

    @Test
    void credentials_areRefusedAtOnce() throws Exception {
        String token = server.token(server.otherKey, "dora");
        String ticket = server.call("POST", "/v1/me/ticket", token, null).text("ticket");
        assertThat(server.call("GET", "/v1/me/unread", token, null).status()).isEqualTo(200);
        try (LiveTestClient live = LiveTestClient.webSocket(server.port(), token, "")) {
            assertThat(server.call("DELETE", PATH).status()).isEqualTo(202);
            assertThat(server.call("GET", "/v1/tenant", server.otherKey, null).status())
                    .isEqualTo(401);
            assertThat(server.call("GET", "/v1/me/unread", token, null).status())
                    .isEqualTo(401);
            assertThat(server.call("GET", "/v1/me/live?ticket=" + ticket, null, null)
                            .status())
                    .isEqualTo(401);
            assertThat(live.closeCode()).as("the code of a revoked token").isPositive();
        }
    }

    /** The body of a request may take much longer than the whole deletion. */
    @Test
    void requestThatOutlastsTheDeletion_isRefused() throws Exception {
        String body = "{\"to\":{\"user\":\"carl\"},\"title\":\"late\"}";
        try (Socket socket = server.connect()) {
            RawHttp.write(
                    socket,
                    "POST /v1/notifications HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + server.otherKey
                            + "\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: "
                            + body.length() + "\r\n\r\n");
            assertThat(RawHttp.read(socket.getInputStream()).status())
                    .as("authenticated, and waiting for the body")
                    .isEqualTo(100);
            deleteCompletely();
            String key = create();
            RawHttp.write(socket, body);
            assertThat(RawHttp.read(socket.getInputStream()).status()).isEqualTo(401);
            server.drain();
            assertThat(server.call("GET", "/v1/users/carl/inbox", key, null)
                            .json()
                            .at("/items"))
                    .isEmpty();
        }
    }

    @Test
    void linksAndReceipts_areUnknown() {
        String link = server.service()
                .delivery()
                .unsubscribeLinks()
                .link(new UserKey(TestHttpServer.OTHER_TENANT, "bob"), "default");
        String path = link.substring(link.indexOf("/u/"));
        assertThat(server.call("GET", path, null, null).status()).isEqualTo(200);
        deleteCompletely();
        assertThat(server.call("GET", path, null, null).status()).isEqualTo(404);
        assertThat(unsubscribe(path)).isEqualTo(404);
        assertThat(server.call("POST", "/v1/receipts/" + TestHttpServer.OTHER_TENANT + "/mail", null, "{}")
                        .status())
                .isEqualTo(401);
        server.clock.advance(Duration.ofDays(1));
        create();
        deleteCompletely();
        create();
        assertThat(server.call("GET", path, null, null).status())
                .as("made before the day of the deletion")
                .isEqualTo(404);
        assertThat(unsubscribe(path)).isEqualTo(404);
    }

    private int unsubscribe(String path) {
        byte[] form = "List-Unsubscribe=One-Click".getBytes(StandardCharsets.US_ASCII);
        return server.call("POST", path, null, "application/x-www-form-urlencoded", form)
                .status();
    }

    private String create() {
        assertThat(server.call("POST", "/v1/tenants", "{\"id\":\"" + TestHttpServer.OTHER_TENANT + "\"}")
                        .status())
                .isEqualTo(201);
        return server.call("POST", PATH + "/keys", "{\"scopes\":[\"send\",\"read\",\"manage\",\"admin\"]}")
                .text("key");
    }

    @Test
    void newTenantOfTheSameId_works() {
        server.sendAndRoute(server.otherKey, "carl", "old");
        server.call("DELETE", "/v1/users/eve?erase=true", server.otherKey, null);
        String before = server.token(server.otherKey, "carl");
        deleteCompletely();

        String key = create();

        assertThat(server.call("GET", "/v1/users/carl/inbox", key, null).json().at("/items"))
                .isEmpty();
        server.sendAndRoute(key, "carl", "new");
        assertThat(server.call("GET", "/v1/users/carl/inbox", key, null).body())
                .contains("new")
                .doesNotContain("old");
        assertThat(server.call("GET", "/v1/tenant", server.otherKey, null).status())
                .isEqualTo(401);
        assertThat(server.call("GET", "/v1/me/unread", before, null).status()).isEqualTo(401);
        String after = server.token(key, "carl");
        assertThat(server.call("GET", "/v1/me/unread", after, null).status()).isEqualTo(200);
        assertThat(server.call("GET", "/v1/me/unread", ownToken(key, "eve"), null)
                        .status())
                .as("a token without iat, of a user who was erased in the old tenant")
                .isEqualTo(200);
    }

    /** A token that the tenant has signed itself. */
    private String ownToken(String key, String user) {
        Reply secret = server.call("POST", "/v1/token-secrets", key, null);
        return JWT.create()
                .withKeyId(secret.text("kid"))
                .withSubject(user)
                .withClaim("tid", TestHttpServer.OTHER_TENANT)
                .withAudience("tidings")
                .withExpiresAt(server.clock.instant().plus(Duration.ofHours(1)))
                .sign(Algorithm.HMAC256(Base64.getUrlDecoder().decode(secret.text("secret"))));
    }

    @Test
    void ownTenant_cannotBeDeleted() {
        Reply refused = server.call("DELETE", "/v1/tenants/" + TestHttpServer.TENANT);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.code()).isEqualTo("own_tenant");
        assertThat(server.call("GET", "/v1/tenant").status()).isEqualTo(200);
    }

    @Test
    void unknownTenant_isNotFound() {
        assertThat(server.call("DELETE", "/v1/tenants/nowhere").status()).isEqualTo(404);
        assertThat(server.call("GET", "/v1/tenants/nowhere/deletion").status()).isEqualTo(404);
        assertThat(server.call("GET", PATH + "/deletion").status())
                .as("a tenant that was never deleted")
                .isEqualTo(404);
    }

    @Test
    void idBeingDeleted_isTaken() {
        server.service()
                .storage()
                .metadata()
                .tenants()
                .add(new Tenant("leaving", "Leaving", server.clock.instant()), "test");
        // Without the sweep, which would complete it.
        server.service()
                .storage()
                .metadata()
                .erasures()
                .tenants()
                .add(Erasure.ofTenant("leaving", "d", server.clock.instant()), TestHttpServer.TENANT, "test");
        Reply refused = server.call("POST", "/v1/tenants", "{\"id\":\"leaving\"}");
        assertThat(refused.code()).isEqualTo("already_exists");
        assertThat(refused.text("detail")).contains("/v1/tenants/leaving/deletion");
    }
}
