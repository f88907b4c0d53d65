package dev.tidings.server.access;

import dev.tidings.core.hot.Tickets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;

/**
 * Tickets for what can't send a token in a header, such as a browser's event stream: good once and for half a minute, so that it
 * does no harm where addresses are written down.
 */
public final class SocketTickets {
    private static final Duration LIFE = Duration.ofSeconds(30);
    private static final int LENGTH = 32;
    private static final int LONGEST = 64;
    /** Neither in the names of tenants and secrets nor in those of users. */
    private static final String BETWEEN = "\n";

    private final Tickets tickets;
    private final InstantSource clock;

    /** A ticket and until when it is good. */
    public record Issued(String ticket, Instant expiresAt) {
        @Override
        public String toString() {
            return "Issued[until " + expiresAt + ", ticket [redacted]]";
        }
    }

    public SocketTickets(Tickets tickets, InstantSource clock) {
        this.tickets = tickets;
        this.clock = clock;
    }

    /** No longer than the token of whoever asks. */
    public CompletableFuture<Issued> issue(Caller.User caller) {
        String ticket = RandomText.base62(LENGTH);
        Instant now = clock.instant();
        Instant end = now.plus(LIFE);
        Instant until = caller.expiresAt().isBefore(end) ? caller.expiresAt() : end;
        String value = String.join(
                BETWEEN,
                caller.tenant(),
                caller.user(),
                caller.kid(),
                Long.toString(caller.expiresAt().getEpochSecond()));
        return tickets.keep(ticket, value, Duration.between(now, until)).thenApply(kept -> new Issued(ticket, until));
    }

    /** Whose it is. Fails with {@link UnauthenticatedException} if it is none, was used, or is too old. */
    CompletableFuture<Caller> redeem(String ticket) {
        if (ticket.length() > LONGEST) {
            return CompletableFuture.failedFuture(unknown());
        }
        return tickets.take(ticket).thenApply(found -> {
            String[] parts = found.orElseThrow(SocketTickets::unknown).split(BETWEEN);
            return new Caller.User(parts[0], parts[1], parts[2], Instant.ofEpochSecond(Long.parseLong(parts[3])));
        });
    }

    private static UnauthenticatedException unknown() {
        return new UnauthenticatedException(
                "the ticket is not known, was used already, or is older than " + LIFE.toSeconds() + " seconds");
    }
}
