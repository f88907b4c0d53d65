package dev.tidings.server.hot;

import dev.tidings.core.hot.FencedCache;
import dev.tidings.core.hot.HotState;
import dev.tidings.core.hot.LiveBus;
import dev.tidings.core.hot.PreferenceCache;
import dev.tidings.core.hot.RateWindows;
import dev.tidings.core.hot.Tickets;
import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.meta.Contact;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.stream.IntStream;

/** The hot state of a process that is alone, in its memory. */
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

    /** @param most of how many users something is kept, and how many windows */
    public MemoryHotState(InstantSource clock, int most) {
        this(clock, most, LEASE);
    }

    /** @param lease how long an announcement holds that nobody ends */
    MemoryHotState(InstantSource clock, int most, Duration lease) {
        epoch = new Epoch(clock, lease);
        unread = new MemoryUnreadCounts(epoch, most);
        preferences = new MemoryPreferences(epoch, most);
        contacts = new MemoryContacts(epoch, most);
        windows = new MemoryWindows(epoch, most);
        tickets = new MemoryTickets(clock, most);
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
    public RateWindows windows() {
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

    /** How much is kept, of whatever there is most of. */
    int size() {
        return IntStream.of(windows.size(), unread.size(), preferences.size(), contacts.size(), tickets.size())
                .max()
                .getAsInt();
    }

    /** What the restart of a store does: everything is gone, announcements included. */
    void forget() {
        epoch.lost();
        unread.clear();
        preferences.clear();
        contacts.clear();
        windows.clear();
        tickets.clear();
        live.lost();
    }

    @Override
    public Optional<String> problem() {
        return Optional.empty();
    }

    @Override
    public void close() {}
}
