package dev.tidings.bench.live;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidings.server.config.Config;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;

/** Creates a token secret of the tenant through the API, and signs with it the tokens by which the load client connects as its users. */
final class TokenIssuer {
    private static final String TENANT = "default";
    private static final Duration LIFE = Duration.ofHours(6);

    private final String kid;
    private final Algorithm signing;
    private final Instant expiresAt = Instant.now().plus(LIFE);

    private TokenIssuer(String kid, byte[] secret) {
        this.kid = kid;
        signing = Algorithm.HMAC256(secret);
    }

    /** Creates a new token secret through the API. */
    static TokenIssuer of(URI url, String key) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(url.resolve("/v1/token-secrets"))
                .header("Authorization", "Bearer " + key)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 201) {
            throw new IOException("no token secret: " + answer.statusCode() + " " + answer.body());
        }
        JsonNode created = new ObjectMapper().readTree(answer.body());
        return new TokenIssuer(
                created.get("kid").asText(),
                Base64.getUrlDecoder().decode(created.get("secret").asText()));
    }

    String of(String user) {
        return JWT.create()
                .withKeyId(kid)
                .withSubject(user)
                .withClaim("tid", TENANT)
                .withAudience(Config.defaults().tokens().audience())
                .withExpiresAt(expiresAt)
                .sign(signing);
    }
}
