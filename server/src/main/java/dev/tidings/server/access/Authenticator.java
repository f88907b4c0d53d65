package dev.tidings.server.access;

import java.util.concurrent.CompletableFuture;

/** Tells who calls by the header {@code Authorization}. */
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

    /**
     * For what may come from a browser, which can't set the header on a socket: the header, else the token, else the ticket.
     *
     * @param token null if there is none
     * @param ticket null if there is none
     */
    public CompletableFuture<Caller> authenticate(String authorization, String token, String ticket) {
        if (authorization != null) {
            return authenticate(authorization);
        }
        if (token != null) {
            return tokens.check(token);
        }
        return ticket == null
                ? refused("a user token is needed: in the header Authorization, as the WebSocket subprotocol"
                        + " tidings.token.…, or a ticket of POST /v1/me/ticket as ?ticket=")
                : tickets.redeem(ticket).thenCompose(this::stillGood);
    }

    /** Its token may have been revoked since the ticket was given out. */
    private CompletableFuture<Caller> stillGood(Caller caller) {
        return caller instanceof Caller.User user
                ? tokens.isGood(user.tenant(), user.kid())
                        .thenCompose(good -> good
                                ? CompletableFuture.completedFuture(caller)
                                : refused("the token of this ticket was revoked"))
                : CompletableFuture.completedFuture(caller);
    }

    private static CompletableFuture<Caller> refused(String why) {
        return CompletableFuture.failedFuture(new UnauthenticatedException(why));
    }
}
