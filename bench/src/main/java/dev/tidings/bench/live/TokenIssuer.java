package dev.tidings.bench.live;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.TokenSecret;
import dev.tidings.server.config.Config;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;

/** Creates a token secret of the tenant through the API, and signs with it the tokens by which the load client connects as its users. */
final class TokenIssuer {
    private static final String AUDIENCE = Config.defaults().tokens().audience();
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
    static TokenIssuer of(URI url, String key) {
        TokenSecret created =
                TidingsClient.builder(url).apiKey(key).build().access().addTokenSecret();
        return new TokenIssuer(created.kid(), Base64.getUrlDecoder().decode(created.secret()));
    }

    String of(String user) {
        return JWT.create()
                .withKeyId(kid)
                .withSubject(user)
                .withClaim("tid", TENANT)
                .withAudience(AUDIENCE)
                .withExpiresAt(expiresAt)
                .sign(signing);
    }
}
