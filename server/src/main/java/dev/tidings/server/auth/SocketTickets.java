package dev.tidings.server.auth;

import dev.tidings.core.hot.Tickets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;

/**
 * Issues and redeems single-use tickets that authenticate a live connection of a client that can't send a token in a header, such as a
 * browser's EventSource. A ticket is part of the URL and lives for half a minute, so a leaked one in an access log is worthless.
 */
public final class SocketTickets {
    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(30);
    private static final int LENGTH = 32;
    private static final int MAX_LENGTH = 64;
    /** Occurs neither in the ids of tenants and secrets nor in those of users. */
    private static final String SEPARATOR = "\n";

    private final Tickets tickets;
    private final InstantSource clock;

    /** A ticket and its expiry time. */
    public record IssuedTicket(String ticket, Instant expiresAt) {
        @Override
        public String toString() {
            return "Issued[until " + expiresAt + ", ticket [redacted]]";
        }
    }

    public SocketTickets(Tickets tickets, InstantSource clock) {
        this.tickets = tickets;
        this.clock = clock;
    }

    /** No valid ticket was issued before this time. */
    Instant oldest() {
        return clock.instant().minus(TIME_TO_LIVE);
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

    /** The user of the ticket. Fails with {@link UnauthenticatedException} if it is unknown, used or expired. */
    CompletableFuture<Caller> redeem(String ticket) {
        if (ticket.length() > MAX_LENGTH) {
            return CompletableFuture.failedFuture(unknown());
        }
        return tickets.redeem(ticket).thenApply(found -> {
            String[] parts = found.orElseThrow(SocketTickets::unknown).split(SEPARATOR);
            return new Caller.User(parts[0], parts[1], parts[2], Instant.ofEpochSecond(Long.parseLong(parts[3])));
        });
    }

    private static UnauthenticatedException unknown() {
        return new UnauthenticatedException(
                "the ticket is unknown, was already used, or is older than " + TIME_TO_LIVE.toSeconds() + " seconds");
    }
}
