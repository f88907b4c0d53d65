package dev.tidings.torture.live;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Signs user tokens with a token secret of the tenant, as the backend of a tenant would. */
final class TokenSigner {
    private static final String TENANT = "default";

    private final String kid;
    private final Algorithm algorithm;

    TokenSigner(String kid, byte[] secret) {
        this.kid = kid;
        this.algorithm = Algorithm.HMAC256(secret);
    }

    String of(String user) {
        return JWT.create()
                .withKeyId(kid)
                .withSubject(user)
                .withClaim("tid", TENANT)
                .withAudience("tidings")
                .withExpiresAt(Instant.now().plus(1, ChronoUnit.DAYS))
                .sign(algorithm);
    }
}
