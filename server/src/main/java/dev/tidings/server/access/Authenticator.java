package dev.tidings.server.access;

import java.util.concurrent.CompletableFuture;

/** Tells who calls by the header {@code Authorization}. */
public final class Authenticator {
    private static final String SCHEME = "Bearer ";

    private final ApiKeys keys;
    private final UserTokens tokens;

    public Authenticator(ApiKeys keys, UserTokens tokens) {
        this.keys = keys;
        this.tokens = tokens;
    }

    /**
     * Done at once for whoever called before. Fails with {@link UnauthenticatedException}.
     *
     * @param authorization null if there is none
     */
    public CompletableFuture<Caller> authenticate(String authorization) {
        if (authorization == null) {
            return refused("an API key or a user token is needed: Authorization: Bearer …");
        }
        if (!authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return refused("the Authorization header has to start with Bearer");
        }
        String credentials = authorization.substring(SCHEME.length()).strip();
        return KeyMint.looksLikeKey(credentials) ? keys.check(credentials) : tokens.check(credentials);
    }

    private static CompletableFuture<Caller> refused(String why) {
        return CompletableFuture.failedFuture(new UnauthenticatedException(why));
    }
}
