package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.auth0.jwt.JWT;
import com.auth0.jwt.JWTCreator;
import com.auth0.jwt.algorithms.Algorithm;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests of authentication: which keys and tokens are accepted, and for how long. */
class CredentialsTest {
    private static TestHttpServer edge;
    private static String kid;
    private static byte[] secret;

    @BeforeAll
    static void start() {
        edge = new TestHttpServer();
        JsonNode created = edge.call("POST", "/v1/token-secrets").json();
        kid = created.path("kid").asText();
        secret = Base64.getUrlDecoder().decode(created.path("secret").asText());
    }

    @AfterAll
    static void stop() {
        edge.close();
    }

    /** A valid token of a tenant, modified by {@code but}. */
    private static String token(Algorithm algorithm, UnaryOperator<JWTCreator.Builder> but) {
        return but.apply(JWT.create()
                        .withKeyId(kid)
                        .withSubject("ann")
                        .withClaim("tid", TestHttpServer.TENANT)
                        .withAudience("tidings")
                        .withExpiresAt(edge.clock.instant().plusSeconds(600)))
                .sign(algorithm);
    }

    private static Algorithm validAlgorithm() {
        return Algorithm.HMAC256(secret);
    }

    private static Reply unread(String credentials) {
        return edge.call("GET", "/v1/me/unread", credentials, null);
    }

    private static void assertRefused(String token, String why) {
        Reply reply = unread(token);
        assertThat(reply.status()).as("%s", reply).isEqualTo(401);
        assertThat(reply.text("detail")).contains(why);
    }

    @Test
    void tokenSignedByTheTenant_isAccepted() {
        assertThat(unread(token(validAlgorithm(), token -> token)).status()).isEqualTo(200);
    }

    @Test
    void tokenWithAnotherAlgorithm_isRejected() {
        assertRefused(token(Algorithm.none(), token -> token), "alg");
        assertRefused(token(Algorithm.HMAC512(secret), token -> token), "alg");
        assertRefused(token(Algorithm.HMAC384(secret), token -> token), "alg");
        String validAlgorithm = token(validAlgorithm(), token -> token);
        String none = encode("{\"alg\":\"none\",\"kid\":\"" + kid + "\"}")
                + validAlgorithm.substring(validAlgorithm.indexOf('.'));
        assertRefused(none, "alg");
        assertRefused(none.replace("none", "None"), "");
        assertRefused(validAlgorithm.substring(0, validAlgorithm.lastIndexOf('.') + 1), "signature");
    }

    private static String encode(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void tokenOfAnotherSecret_isRejected() {
        assertRefused(token(Algorithm.HMAC256(new byte[32]), token -> token), "signature");
        assertRefused(token(validAlgorithm(), token -> token.withKeyId("nothing")), "signature");
    }

    @Test
    void tokenOfAnotherTenant_isRejected() {
        assertRefused(
                token(validAlgorithm(), token -> token.withClaim("tid", TestHttpServer.OTHER_TENANT)), "signature");
    }

    @Test
    void tokenForAnotherAudience_isRejected() {
        assertRefused(token(validAlgorithm(), token -> token.withAudience("elsewhere")), "aud");
        assertRefused(token(validAlgorithm(), token -> token.withAudience((String[]) null)), "aud");
    }

    @Test
    void token_mustHaveSubjectAndExpiry() {
        assertRefused(token(validAlgorithm(), token -> token.withExpiresAt((java.time.Instant) null)), "exp");
        assertRefused(token(validAlgorithm(), token -> token.withSubject(null)), "sub");
        assertRefused(token(validAlgorithm(), token -> token.withSubject("")), "sub");
        assertRefused(token(validAlgorithm(), token -> token.withSubject("a\nb")), "sub");
        assertRefused(token(validAlgorithm(), token -> token.withSubject("x".repeat(129))), "sub");
        assertRefused(token(validAlgorithm(), token -> token.withKeyId(null)), "kid");
        assertRefused(token(validAlgorithm(), token -> token.withKeyId("x".repeat(129))), "kid");
        assertRefused(token(validAlgorithm(), token -> token.withClaim("tid", "x".repeat(129))), "tid");
        assertRefused(
                token(
                        validAlgorithm(),
                        token -> token.withNotBefore(edge.clock.instant().plusSeconds(60))),
                "not valid yet");
    }

    @Test
    void tokenWithNumbersAsNames_isRejected() {
        assertRefused(token(validAlgorithm(), token -> token.withPayload(Map.of("sub", 7))), "strings");
        assertRefused(token(validAlgorithm(), token -> token.withPayload(Map.of("sub", true))), "strings");
        assertRefused(token(validAlgorithm(), token -> token.withPayload(Map.of("tid", 7))), "strings");
        assertRefused(token(validAlgorithm(), token -> token.withHeader(Map.of("kid", 7))), "strings");
    }

    @Test
    void tokenWithCriticalExtensions_isRejected() {
        assertRefused(
                token(validAlgorithm(), token -> token.withHeader(Map.of("crit", List.of("b64"), "b64", true))),
                "crit");
        assertRefused(token(validAlgorithm(), token -> token.withHeader(Map.of("crit", List.of()))), "crit");
    }

    @Test
    void malformedCredentials_areRejected() {
        for (String garbage :
                new String[] {"x", "a.b.c", "..", "tk_", "tk_a_b", "tk_" + "a".repeat(300), "é", "x".repeat(5000)}) {
            assertThat(edge.send(edge.request("/v1/me/unread")
                                    .header("Authorization", "Bearer " + garbage.replace("é", "%C3"))
                                    .build())
                            .status())
                    .as(garbage)
                    .isEqualTo(401);
        }
        assertThat(edge.send(edge.request("/v1/me/unread")
                                .header("Authorization", "Basic dTpw")
                                .build())
                        .status())
                .isEqualTo(401);
    }

    @Test
    void token_expires() {
        JsonNode minted =
                edge.call("POST", "/v1/users/bob/tokens", "{\"ttlSeconds\":60}").json();
        String token = minted.path("token").asText();
        assertThat(unread(token).status()).isEqualTo(200);
        edge.clock.advance(Duration.ofSeconds(61));
        assertRefused(token, "expired");
    }

    @Test
    void revokedSecret_revokesItsTokens() {
        // Tokens are signed with the latest secret, so it must be later than those of other tests.
        edge.clock.advance(Duration.ofMillis(1));
        JsonNode created = edge.call("POST", "/v1/token-secrets").json();
        String token = edge.token(edge.key, "cat");
        String signedWith = JWT.decode(token).getKeyId();
        assertThat(signedWith).isEqualTo(created.path("kid").asText());
        assertThat(unread(token).status()).isEqualTo(200);
        assertThat(edge.call("DELETE", "/v1/token-secrets/" + signedWith).status())
                .isEqualTo(204);
        assertRefused(token, "signature");
        assertThat(edge.call("DELETE", "/v1/token-secrets/" + signedWith).status())
                .isEqualTo(404);
        assertThat(edge.call("GET", "/v1/token-secrets").body())
                .contains(signedWith)
                .doesNotContain("secret\"");
    }

    @Test
    void rotatedKey_acceptsBothSecretsDuringTheGracePeriod() {
        JsonNode created = edge.call("POST", "/v1/tenants/acme/keys", "{\"name\":\"k\",\"scopes\":[\"read\"]}")
                .json();
        String first = created.path("key").asText();
        String rotate = "/v1/tenants/acme/keys/" + created.path("id").asText() + "/rotate";
        assertThat(types(first)).isEqualTo(200);
        String second = edge.call("POST", rotate, "{\"graceSeconds\":60}").text("key");
        assertThat(types(first)).isEqualTo(200);
        assertThat(types(second)).isEqualTo(200);
        edge.clock.advance(Duration.ofSeconds(60));
        assertThat(types(first)).isEqualTo(401);
        assertThat(types(second)).isEqualTo(200);
        String third = edge.call("POST", rotate, "{\"graceSeconds\":0}").text("key");
        assertThat(types(second)).isEqualTo(401);
        assertThat(types(third)).isEqualTo(200);
    }

    @Test
    void revokedKey_isRejectedImmediately() {
        JsonNode created = edge.call("POST", "/v1/tenants/acme/keys", "{\"scopes\":[\"read\"]}")
                .json();
        String key = created.path("key").asText();
        String path = "/v1/tenants/acme/keys/" + created.path("id").asText();
        assertThat(types(key)).isEqualTo(200);
        assertThat(edge.call("DELETE", path).status()).isEqualTo(204);
        assertThat(types(key)).isEqualTo(401);
        assertThat(edge.call("DELETE", path).status()).isEqualTo(404);
        assertThat(edge.call("POST", path + "/rotate").status()).isEqualTo(404);
        assertThat(edge.call("GET", "/v1/tenants/acme/keys?limit=100").body()).doesNotContain(key.split("_")[2]);
    }

    private static int types(String key) {
        return edge.call("GET", "/v1/types", key, null).status();
    }

    @Test
    void wrongSecretOfAValidKey_isRejected() {
        String[] parts = edge.key.split("_");
        assertThat(types("tk_" + parts[1] + "_" + "x".repeat(32))).isEqualTo(401);
        assertThat(types(edge.key.substring(0, edge.key.length() - 1))).isEqualTo(401);
    }

    @Test
    void tenant_isAddedOnce() {
        assertThat(edge.call("POST", "/v1/tenants", "{\"id\":\"new\",\"name\":\"New\"}")
                        .status())
                .isEqualTo(201);
        assertThat(edge.call("POST", "/v1/tenants", "{\"id\":\"new\"}").code()).isEqualTo("already_exists");
        assertThat(edge.call("GET", "/v1/tenants?limit=100").body()).contains("\"new\"");
        assertThat(edge.call("POST", "/v1/tenants/nowhere/keys", "{\"scopes\":[\"read\"]}")
                        .status())
                .isEqualTo(404);
        assertThat(edge.call("GET", "/v1/tenants/nowhere/keys").status()).isEqualTo(404);
    }

    @Test
    void cors_allowsListedOriginsOnly() {
        Reply allowed = preflight(TestHttpServer.ORIGIN, "/v1/me/inbox");
        assertThat(allowed.status()).isEqualTo(204);
        assertThat(allowed.header("Access-Control-Allow-Origin")).contains(TestHttpServer.ORIGIN);
        assertThat(allowed.header("Access-Control-Allow-Headers").orElse("")).contains("Authorization");
        Reply refused = preflight("https://evil.example.com", "/v1/me/inbox");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.header("Access-Control-Allow-Origin")).isEmpty();
        assertThat(preflight(TestHttpServer.ORIGIN, "/v1/users").status()).isEqualTo(405);

        Reply withoutToken = edge.send(edge.request("/v1/me/inbox")
                .header("Origin", TestHttpServer.ORIGIN)
                .build());
        assertThat(withoutToken.status()).isEqualTo(401);
        assertThat(withoutToken.header("Access-Control-Allow-Origin")).contains(TestHttpServer.ORIGIN);
        assertThat(withoutToken.header("Vary")).contains("Origin");
        Reply elsewhere = edge.send(edge.request("/v1/users")
                .header("Origin", TestHttpServer.ORIGIN)
                .build());
        assertThat(elsewhere.header("Access-Control-Allow-Origin")).isEmpty();
    }

    private static Reply preflight(String origin, String path) {
        return edge.send(edge.request(path)
                .header("Origin", origin)
                .header("Access-Control-Request-Method", "GET")
                .method("OPTIONS", BodyPublishers.noBody())
                .build());
    }
}
