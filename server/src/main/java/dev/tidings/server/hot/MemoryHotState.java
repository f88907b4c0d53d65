package dev.tidings.server.hot;

import dev.tidings.core.hot.FencedCache;
import dev.tidings.core.hot.HotState;
import dev.tidings.core.hot.LiveBus;
import dev.tidings.core.hot.PreferenceCache;
import dev.tidings.core.hot.RateWindows;
import dev.tidings.core.hot.Tickets;
import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.metadata.Contact;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The hot state in the memory of a single process: caches, rate-limit windows, live bus and tickets. The server uses no other; the content
 * is lost at a restart and read back from the stores, except for tickets.
 */
public final class MemoryHotState implements HotState {
    /** Longer than any write takes before it fails. */
    private static final Duration LEASE = Duration.ofMinutes(1);

    private final Epoch epoch;
    private final MemoryUnreadCounts unread;
    private final MemoryPreferences preferences;
    private final MemoryContacts contacts;
    private final MemoryWindows windows;
    private final MemoryLiveBus live = new MemoryLiveBus();
    private final MemoryTickets tickets;

    /** @param max the maximum number of entries per cache, and of windows */
    public MemoryHotState(InstantSource clock, int max) {
        this(clock, clock::instant, max, LEASE);
    }

    /** @param horizon later than the position of any notification processed so far, also if the clock was set back */
    public MemoryHotState(InstantSource clock, Supplier<Instant> horizon, int max) {
        this(clock, horizon, max, LEASE);
    }

    /** @param lease how long a write lease lasts that is not ended */
    MemoryHotState(InstantSource clock, int max, Duration lease) {
        this(clock, clock::instant, max, lease);
    }

    private MemoryHotState(InstantSource clock, Supplier<Instant> horizon, int max, Duration lease) {
        epoch = new Epoch(clock, lease);
        unread = new MemoryUnreadCounts(epoch, max, live);
        preferences = new MemoryPreferences(epoch, max);
        contacts = new MemoryContacts(epoch, max);
        windows = new MemoryWindows(epoch, horizon, max);
        tickets = new MemoryTickets(clock, max);
    }

    @Override
    public UnreadCounts unread() {
        return unread;
    }

    @Override
    public PreferenceCache preferences() {
        return preferences;
    }

    @Override
    public FencedCache<Contact> contacts() {
        return contacts;
    }

    @Override
    public RateWindows rateWindows() {
        return windows;
    }

    @Override
    public LiveBus live() {
        return live;
    }

    @Override
    public Tickets tickets() {
        return tickets;
    }

    /** The size of the largest part. */
    int size() {
        return IntStream.of(windows.size(), unread.size(), preferences.size(), contacts.size(), tickets.size())
                .max()
                .getAsInt();
    }

    /** Drops everything, write leases included, like the restart of a store. For fault injection. */
    public void loseAll() {
        epoch.reset();
        unread.clear();
        unread.loseOwners();
        preferences.clear();
        contacts.clear();
        windows.clear();
        tickets.clear();
        live.lost();
    }

    @Override
    public CompletableFuture<Void> forget(String tenant) {
        unread.forget(tenant);
        preferences.forget(tenant);
        contacts.forget(tenant);
        windows.forget(tenant);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public Optional<String> problem() {
        return Optional.empty();
    }

    @Override
    public void close() {}
}
