package dev.tidings.server.auth;

/**
 * The credentials of a request for a live connection, in order of precedence; each is null if the request has none.
 *
 * @param authorization the header
 * @param token a user token, which a browser's WebSocket sends as subprotocol
 * @param ticket a ticket of {@link SocketTickets}
 * @param resumption the {@link StreamResumptions sealed credentials} with which a used ticket is accepted again
 */
public record PresentedCredentials(String authorization, String token, String ticket, String resumption) {

    /** Whether the ticket authenticates the request. */
    public boolean isByTicket() {
        return authorization == null && token == null && ticket != null;
    }

    /** Whether the request may resume an event stream. */
    public boolean isResuming() {
        return isByTicket() && resumption != null;
    }

    @Override
    public String toString() {
        return "PresentedCredentials[redacted]";
    }
}
