package dev.tidings.server.auth;

import dev.tidings.core.hot.Tickets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Issues and redeems single-use tickets that authenticate a live connection of a client that can't send a token in a header, such as a
 * browser's EventSource. A ticket is part of the URL and lives for half a minute, so a leaked one in an access log is worthless. A used
 * ticket is accepted again only together with its {@link StreamResumptions resumption}, which is never part of a URL.
 */
public final class SocketTickets {
    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(30);
    private static final int LENGTH = 32;
    private static final int MAX_LENGTH = 64;
    /** Occurs neither in the ids of tenants and secrets nor in those of users. */
    private static final String SEPARATOR = "\n";

    private final Tickets tickets;
    private final StreamResumptions resumptions;
    private final InstantSource clock;

    /** A ticket and its expiry time. */
    public record IssuedTicket(String ticket, Instant expiresAt) {
        @Override
        public String toString() {
            return "Issued[until " + expiresAt + ", ticket [redacted]]";
        }
    }

    public SocketTickets(Tickets tickets, StreamResumptions resumptions, InstantSource clock) {
        this.tickets = tickets;
        this.resumptions = resumptions;
        this.clock = clock;
    }

    /** A ticket that expires no later than the caller's token. */
    public CompletableFuture<IssuedTicket> issue(Caller.User caller) {
        String ticket = RandomText.base62(LENGTH);
        Instant now = clock.instant();
        Instant end = now.plus(TIME_TO_LIVE);
        Instant until = caller.expiresAt().isBefore(end) ? caller.expiresAt() : end;
        String value = String.join(
                SEPARATOR,
                caller.tenant(),
                caller.user(),
                caller.kid(),
                Long.toString(caller.expiresAt().getEpochSecond()));
        return tickets.issue(ticket, value, Duration.between(now, until))
                .thenApply(kept -> new IssuedTicket(ticket, until));
    }

    /** The sealed credentials with which the caller, who was authenticated by this ticket just now, may use it again. */
    public String resumption(String ticket, Caller.User caller) {
        return resumptions.seal(ticket, new TicketHolder(caller, issuedAfter()));
    }

    /**
     * The holder of a ticket, or of a used ticket with its resumption. Fails with {@link UnauthenticatedException} if the ticket is
     * unknown, used or expired.
     *
     * @param resumption null if there is none
     */
    CompletableFuture<TicketHolder> redeem(String ticket, String resumption) {
        if (ticket.length() > MAX_LENGTH) {
            return CompletableFuture.failedFuture(unknown());
        }
        Instant issuedAfter = issuedAfter();
        return tickets.redeem(ticket)
                .thenApply(found -> found.map(value -> new TicketHolder(user(value), issuedAfter))
                        .or(() -> Optional.ofNullable(resumption).flatMap(text -> resumptions.open(ticket, text)))
                        .map(this::notExpired)
                        .orElseThrow(SocketTickets::unknown));
    }

    /** No ticket that is valid now was issued before. */
    private Instant issuedAfter() {
        return clock.instant().minus(TIME_TO_LIVE);
    }

    private static Caller.User user(String value) {
        String[] parts = value.split(SEPARATOR);
        return new Caller.User(parts[0], parts[1], parts[2], Instant.ofEpochSecond(Long.parseLong(parts[3])));
    }

    private TicketHolder notExpired(TicketHolder holder) {
        if (!clock.instant().isBefore(holder.user().expiresAt())) {
            throw new UnauthenticatedException("the token of this ticket has expired");
        }
        return holder;
    }

    private static UnauthenticatedException unknown() {
        return new UnauthenticatedException("the ticket is unknown, was already used, or is older than "
                + TIME_TO_LIVE.toSeconds() + " seconds; a used one needs its cookie");
    }
}
