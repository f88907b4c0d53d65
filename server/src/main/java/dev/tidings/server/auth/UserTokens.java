package dev.tidings.server.auth;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import com.auth0.jwt.exceptions.SignatureVerificationException;
import com.auth0.jwt.interfaces.Claim;
import com.auth0.jwt.interfaces.DecodedJWT;
import dev.tidings.core.metadata.TokenSecret;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.config.Config;
import dev.tidings.server.erasure.ErasedUsers;
import dev.tidings.server.validation.TextChecks;
import dev.tidings.server.validation.ValueRules;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Mints and verifies the tokens of end users: JWTs, signed with a secret of the tenant by Tidings or by the tenant itself. HS256 only:
 * the token's {@code alg} is compared, never trusted.
 */
public final class UserTokens {
    private static final String ALGORITHM = "HS256";
    private static final int MAX_LENGTH = 4_096;
    private static final int MAX_USER_ID_LENGTH = 128;
    /** No issued id is longer. Every id looked up occupies a cache entry, so its size must be bounded. */
    private static final int MAX_KEY_ID_LENGTH = 128;

    private static final int SECRET_BYTES = 32;
    private static final Duration DEFAULT_LIFE = Duration.ofHours(1);

    private record SecretId(String tenant, String kid) {}

    /** A token and its expiry time. */
    public record MintedToken(String token, Instant expiresAt) {
        @Override
        public String toString() {
            return "Minted[until " + expiresAt + ", token [redacted]]";
        }
    }

    private final SealedTokenSecrets secrets;
    private final BlockingPool calls;
    private final InstantSource clock;
    private final Config.Tokens options;
    private final ErasedUsers erased;
    private final CredentialCache<SecretId, TokenSecret> credentialCache;
    private final Object firstSecret = new Object();

    public UserTokens(
            SealedTokenSecrets secrets,
            AuthPools calls,
            InstantSource clock,
            Config.Tokens options,
            ErasedUsers erased) {
        this.erased = erased;
        this.options = options;
        this.secrets = secrets;
        this.calls = calls.shared();
        this.clock = clock;
        this.credentialCache = new CredentialCache<>(name -> secrets.find(name.tenant(), name.kid()), calls, clock);
    }

    /** The longest lifetime of a token that Tidings mints; a tenant that signs its own chooses freely. */
    public Duration maxLife() {
        return options.maxLife();
    }

    /** The lifetime of a token whose request names none. */
    public Duration defaultLife() {
        return DEFAULT_LIFE.compareTo(maxLife()) < 0 ? DEFAULT_LIFE : maxLife();
    }

    /** The user of this token. Fails with {@link UnauthenticatedException} if it is malformed, forged, expired or revoked. */
    CompletableFuture<Caller> check(String token) {
        DecodedJWT claimed;
        try {
            claimed = decode(token);
        } catch (UnauthenticatedException no) {
            return CompletableFuture.failedFuture(no);
        }
        String tenant = claimed.getClaim("tid").asString();
        return credentialCache.find(new SecretId(tenant, claimed.getKeyId())).thenApply(found -> {
            TokenSecret secret = found.filter(this::isValid)
                    .orElseThrow(() -> new UnauthenticatedException("the token's signature is not valid"));
            return verify(claimed, secret);
        });
    }

    /** Whether tokens signed with this secret are still accepted. */
    public CompletableFuture<Boolean> isValid(String tenant, String kid) {
        return credentialCache
                .find(new SecretId(tenant, kid))
                .thenApply(found -> found.filter(this::isValid).isPresent());
    }

    private boolean isValid(TokenSecret secret) {
        return secret.revokedAt().isEmpty() && !erased.isBeingDeleted(secret.tenant());
    }

    /** Drops the secrets of a deleted tenant from the cache. */
    void forget(String tenant) {
        credentialCache.forget(secret -> secret.tenant().equals(tenant));
    }

    /** The token's claims, before its signature is verified. */
    private static DecodedJWT decode(String token) {
        if (token.length() > MAX_LENGTH) {
            throw new UnauthenticatedException("the token is longer than " + MAX_LENGTH + " characters");
        }
        try {
            DecodedJWT claimed = JWT.decode(token);
            if (!ALGORITHM.equals(claimed.getAlgorithm())) {
                throw new UnauthenticatedException("the token's alg has to be " + ALGORITHM);
            }
            // An extension that must be understood (RFC 7515, 4.1.11), and none is.
            if (!claimed.getHeaderClaim("crit").isMissing()) {
                throw new UnauthenticatedException("the token has a crit header, but no extension is supported");
            }
            String user = claimed.getSubject();
            boolean complete = isText(claimed.getHeaderClaim("kid"))
                    && isText(claimed.getClaim("tid"))
                    && isText(claimed.getClaim("sub"))
                    && claimed.getExpiresAt() != null;
            if (!complete) {
                throw new UnauthenticatedException("the token needs kid, tid and sub as strings, and exp");
            }
            if (claimed.getKeyId().length() > MAX_KEY_ID_LENGTH
                    || claimed.getClaim("tid").asString().length() > MAX_KEY_ID_LENGTH) {
                throw new UnauthenticatedException(
                        "the token's kid and tid have to be at most " + MAX_KEY_ID_LENGTH + " characters each");
            }
            if (!TextChecks.isClean(user) || !ValueRules.isUserId(user, MAX_USER_ID_LENGTH)) {
                throw new UnauthenticatedException(
                        "the token's sub has to be " + ValueRules.userId(MAX_USER_ID_LENGTH));
            }
            return claimed;
        } catch (UnauthenticatedException incomplete) {
            throw incomplete;
        } catch (RuntimeException garbage) {
            // java-jwt throws various exceptions for malformed tokens.
            throw new UnauthenticatedException("this is neither an API key nor a user token");
        }
    }

    /** java-jwt would convert a number to text: the user 7 is not the user "7". */
    private static boolean isText(Claim claim) {
        return !claim.isMissing() && claim.as(Object.class) instanceof String;
    }

    private Caller verify(DecodedJWT claimed, TokenSecret secret) {
        try {
            Algorithm.HMAC256(secret.secret()).verify(claimed);
        } catch (SignatureVerificationException wrong) {
            throw new UnauthenticatedException("the token's signature is not valid");
        }
        // Checked here because java-jwt's verifier only knows the system clock.
        Instant now = clock.instant();
        if (!now.isBefore(claimed.getExpiresAtAsInstant())) {
            throw new UnauthenticatedException("the token has expired");
        }
        if (claimed.getNotBefore() != null && now.isBefore(claimed.getNotBeforeAsInstant())) {
            throw new UnauthenticatedException("the token is not valid yet");
        }
        if (claimed.getAudience() == null || !claimed.getAudience().contains(options.audience())) {
            throw new UnauthenticatedException("the token's aud has to be " + options.audience());
        }
        if (erased.hasAny(secret.tenant())) {
            requireIssuedSinceErasure(
                    new UserKey(secret.tenant(), claimed.getSubject()), claimed.getIssuedAtAsInstant());
        }
        return new Caller.User(
                secret.tenant(), claimed.getSubject(), claimed.getKeyId(), claimed.getExpiresAtAsInstant());
    }

    /**
     * Tokens have times in whole seconds: one of the second of the erasure may be from before it.
     *
     * @param issuedAt null if the token does not say
     */
    private void requireIssuedSinceErasure(UserKey user, Instant issuedAt) {
        erased.erasedAt(user)
                .filter(at -> issuedAt == null || !issuedAt.isAfter(at.truncatedTo(ChronoUnit.SECONDS)))
                .ifPresent(at -> {
                    throw new UnauthenticatedException(
                            "the token is from before the erasure of its user;" + " a new one needs an iat after that");
                });
    }

    long erasuresVersion() {
        return erased.version();
    }

    /** Whether the user was erased after this time. */
    boolean isErasedSince(Caller.User user, Instant since) {
        return erased.erasedAt(new UserKey(user.tenant(), user.user()))
                .filter(since::isBefore)
                .isPresent();
    }

    public CompletableFuture<MintedToken> mint(String tenant, String user, Duration life, String actor) {
        return calls.submit(() -> {
            TokenSecret secret = secretToSignWith(tenant, actor);
            Instant expiresAt = clock.instant().plus(life).truncatedTo(ChronoUnit.SECONDS);
            String token = JWT.create()
                    .withKeyId(secret.kid())
                    .withSubject(user)
                    .withClaim("tid", tenant)
                    .withAudience(options.audience())
                    .withIssuedAt(clock.instant())
                    .withExpiresAt(expiresAt)
                    .sign(Algorithm.HMAC256(secret.secret()));
            return new MintedToken(token, expiresAt);
        });
    }

    private TokenSecret secretToSignWith(String tenant, String actor) {
        // Serialised, so that a tenant's first two tokens do not create two secrets.
        synchronized (firstSecret) {
            return secrets.list(tenant).stream()
                    .filter(secret -> secret.revokedAt().isEmpty())
                    .max(Comparator.comparing(TokenSecret::createdAt))
                    .map(secrets::opened)
                    .orElseGet(() -> newSecret(tenant, actor));
        }
    }

    private TokenSecret newSecret(String tenant, String actor) {
        TokenSecret secret = new TokenSecret(
                RandomText.base62(14), tenant, RandomText.bytes(SECRET_BYTES), clock.instant(), Optional.empty());
        secrets.add(secret, actor);
        credentialCache.invalidate(new SecretId(tenant, secret.kid()));
        return secret;
    }

    /** Adds a secret that signs new tokens from now on; tokens signed with the other secrets stay valid. */
    public CompletableFuture<TokenSecret> addSecret(String tenant, String actor) {
        return calls.submit(() -> newSecret(tenant, actor));
    }

    public CompletableFuture<List<TokenSecret>> secrets(String tenant) {
        return calls.submit(() -> secrets.list(tenant));
    }

    /** All tokens of this secret are refused as soon as this completes. False if there is no such valid secret. */
    public CompletableFuture<Boolean> revokeSecret(String tenant, String kid, String actor) {
        return calls.submit(() -> {
            boolean done = secrets.revoke(tenant, kid, clock.instant(), actor);
            if (done) {
                credentialCache.invalidate(new SecretId(tenant, kid));
            }
            return done;
        });
    }
}
