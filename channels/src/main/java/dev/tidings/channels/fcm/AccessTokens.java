package dev.tidings.channels.fcm;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.channels.http.HttpCaller;
import dev.tidings.channels.http.ProviderResponse;
import dev.tidings.core.delivery.Outcome;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;

/**
 * The OAuth access token for FCM, valid for an hour. Refreshed on demand shortly before it expires, by a single request that
 * concurrent callers share.
 */
final class AccessTokens {
    private static final String SCOPE = "https://www.googleapis.com/auth/firebase.messaging";
    private static final Duration MARGIN = Duration.ofMinutes(5);
    private static final Duration ASSERTED = Duration.ofHours(1);

    private final ServiceAccount account;
    private final HttpCaller http;
    private final InstantSource clock;
    private final Algorithm algorithm;
    private AccessToken token;
    private CompletableFuture<TokenResult> refresh;

    AccessTokens(ServiceAccount account, HttpCaller http, InstantSource clock) {
        this.account = account;
        this.http = http;
        this.clock = clock;
        algorithm = Algorithm.RSA256(null, account.key());
    }

    /** A token, or the outcome that replaces it. */
    sealed interface TokenResult {}

    /** A valid token. */
    record AccessToken(String value, Instant until) implements TokenResult {
        @Override
        public String toString() {
            return "token until " + until + " [redacted]";
        }
    }

    /** The outcome of deliveries while there is no token. */
    record NoToken(Outcome outcome) implements TokenResult {}

    CompletableFuture<TokenResult> get() {
        CompletableFuture<TokenResult> mine;
        synchronized (this) {
            if (token != null && clock.instant().isBefore(token.until().minus(MARGIN))) {
                return CompletableFuture.completedFuture(token);
            }
            if (refresh != null) {
                return refresh;
            }
            mine = new CompletableFuture<>();
            refresh = mine;
        }
        asked().whenComplete((answered, failure) -> {
            TokenResult known = failure == null
                    ? answered
                    : new NoToken(new Outcome.Retry(
                            "credentials", "no token: " + failure.getClass().getSimpleName()));
            mine.complete(keep(known));
        });
        return mine;
    }

    private synchronized TokenResult keep(TokenResult answered) {
        refresh = null;
        if (answered instanceof AccessToken fresh) {
            token = fresh;
            return fresh;
        }
        // Refreshed early: the previous token is still valid.
        return token != null && clock.instant().isBefore(token.until()) ? token : answered;
    }

    /** Discards a token that FCM rejected before its expiry. */
    synchronized void invalidate(AccessToken refused) {
        if (token == refused) {
            token = null;
        }
    }

    /** Always completes: all other callers wait for it. */
    private CompletableFuture<TokenResult> asked() {
        try {
            return ask();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<TokenResult> ask() {
        Instant now = clock.instant();
        String assertion = JWT.create()
                .withKeyId(account.keyId())
                .withIssuer(account.email())
                .withAudience(account.tokenUri().toString())
                .withClaim("scope", SCOPE)
                .withIssuedAt(now)
                .withExpiresAt(now.plus(ASSERTED))
                .sign(algorithm);
        String form = "grant_type=" + URLEncoder.encode("urn:ietf:params:oauth:grant-type:jwt-bearer", UTF_8)
                + "&assertion=" + assertion;
        HttpRequest request = HttpRequest.newBuilder(account.tokenUri())
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build();
        return http.send(request, answer -> understood(answer, now), AccessTokens::unanswered);
    }

    private static TokenResult understood(ProviderResponse answer, Instant asked) {
        JsonNode json = answer.json();
        String value = json.path("access_token").asText("");
        long seconds = json.path("expires_in").asLong();
        if (answer.isSuccess() && !value.isBlank() && seconds > 0) {
            return new AccessToken(value, asked.plusSeconds(seconds));
        }
        boolean busy = answer.status() == 429 || answer.status() >= 500;
        return new NoToken(new Outcome.Retry(
                answer.retryAfter(asked),
                busy ? "unavailable" : "credentials",
                "no token from Google: status " + answer.status()));
    }

    /** Whatever the outcome of the token request, the message itself was not sent. */
    private static TokenResult unanswered(Outcome outcome) {
        return new NoToken(
                outcome instanceof Outcome.Unclear unclear
                        ? new Outcome.Retry("unreachable", "no token from Google: " + unclear.text())
                        : outcome);
    }
}
