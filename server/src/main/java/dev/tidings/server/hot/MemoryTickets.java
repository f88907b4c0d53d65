package dev.tidings.server.hot;

import dev.tidings.core.hot.Tickets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One-time tickets in memory: a value is issued under a ticket and can be redeemed once before it expires. Each issue evicts expired
 * tickets, and the oldest ones beyond the bound.
 */
final class MemoryTickets implements Tickets {
    /** A value and its expiry. */
    private record Ticket(String value, Instant until) {}

    private final InstantSource clock;
    private final int max;
    private final Map<String, Ticket> tickets = new LinkedHashMap<>();

    MemoryTickets(InstantSource clock, int max) {
        this.clock = clock;
        this.max = max;
    }

    @Override
    public synchronized CompletableFuture<Void> issue(String ticket, String value, Duration life) {
        Instant now = clock.instant();
        Iterator<Ticket> oldest = tickets.values().iterator();
        while (oldest.hasNext() && (!now.isBefore(oldest.next().until()) || tickets.size() >= max)) {
            oldest.remove();
        }
        tickets.put(ticket, new Ticket(value, now.plus(life)));
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public synchronized CompletableFuture<Optional<String>> redeem(String ticket) {
        return CompletableFuture.completedFuture(Optional.ofNullable(tickets.remove(ticket))
                .filter(kept -> clock.instant().isBefore(kept.until()))
                .map(Ticket::value));
    }

    synchronized int size() {
        return tickets.size();
    }

    synchronized void clear() {
        tickets.clear();
    }
}
