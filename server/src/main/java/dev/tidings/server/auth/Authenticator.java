package dev.tidings.server.auth;

import java.util.concurrent.CompletableFuture;

/**
 * Authenticates a request by its {@code Authorization} header, a WebSocket subprotocol token or a ticket. Returns the {@link Caller}, or
 * fails with {@link UnauthenticatedException}.
 */
public final class Authenticator {
    private static final String SCHEME = "Bearer ";

    private final ApiKeys keys;
    private final UserTokens tokens;
    private final SocketTickets tickets;

    public Authenticator(ApiKeys keys, UserTokens tokens, SocketTickets tickets) {
        this.keys = keys;
        this.tokens = tokens;
        this.tickets = tickets;
    }

    public ApiKeys keys() {
        return keys;
    }

    public UserTokens tokens() {
        return tokens;
    }

    public SocketTickets tickets() {
        return tickets;
    }

    /** Drops the credentials of a deleted tenant from the caches. */
    public void forget(String tenant) {
        keys.forget(tenant);
        tokens.forget(tenant);
    }

    /** Changes when users are erased or tenants deleted: credentials that were checked before may be invalid. */
    public long version() {
        return tokens.erasuresVersion();
    }

    /**
     * Completes immediately for cached credentials. Fails with {@link UnauthenticatedException}.
     *
     * @param authorization null if there is none
     */
    public CompletableFuture<Caller> authenticate(String authorization) {
        if (authorization == null) {
            return refused("missing credentials; expected Authorization: Bearer with an API key or a user token");
        }
        if (!authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return refused("the Authorization header has to start with Bearer");
        }
        String credentials = authorization.substring(SCHEME.length()).strip();
        return KeyMint.looksLikeKey(credentials) ? keys.check(credentials) : tokens.check(credentials);
    }

    /** For live connections: a browser can't set headers on them, so other credentials are accepted as well. */
    public CompletableFuture<Caller> authenticate(PresentedCredentials given) {
        if (given.authorization() != null) {
            return authenticate(given.authorization());
        }
        if (given.token() != null) {
            return tokens.check(given.token());
        }
        return given.ticket() == null
                ? refused("missing credentials; expected a user token in the header Authorization, as the WebSocket"
                        + " subprotocol tidings.token.…, or a ticket of POST /v1/me/ticket as ?ticket=")
                : tickets.redeem(given.ticket(), given.resumption()).thenCompose(this::notRevoked);
    }

    /** The token may have been revoked since the ticket was issued. */
    private CompletableFuture<Caller> notRevoked(TicketHolder holder) {
        Caller.User user = holder.user();
        return tokens.isValid(user.tenant(), user.kid())
                .thenCompose(good -> good && !tokens.isErasedSince(user, holder.issuedAfter())
                        ? CompletableFuture.completedFuture(user)
                        : refused("the token of this ticket was revoked"));
    }

    private static CompletableFuture<Caller> refused(String reason) {
        return CompletableFuture.failedFuture(new UnauthenticatedException(reason));
    }
}
