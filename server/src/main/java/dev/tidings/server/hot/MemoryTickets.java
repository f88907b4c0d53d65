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

/** Tickets in the order in which they were given out; the oldest make room, which are mostly over. */
final class MemoryTickets implements Tickets {
    private record Ticket(String value, Instant until) {}

    private final InstantSource clock;
    private final int most;
    private final Map<String, Ticket> tickets = new LinkedHashMap<>();

    MemoryTickets(InstantSource clock, int most) {
        this.clock = clock;
        this.most = most;
    }

    @Override
    public synchronized CompletableFuture<Void> keep(String ticket, String value, Duration life) {
        Instant now = clock.instant();
        Iterator<Ticket> oldest = tickets.values().iterator();
        while (oldest.hasNext() && (!now.isBefore(oldest.next().until()) || tickets.size() >= most)) {
            oldest.remove();
        }
        tickets.put(ticket, new Ticket(value, now.plus(life)));
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public synchronized CompletableFuture<Optional<String>> take(String ticket) {
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
