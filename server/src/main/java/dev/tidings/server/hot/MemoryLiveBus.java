package dev.tidings.server.hot;

import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.hot.LiveBus;
import dev.tidings.core.model.UserKey;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Calls who listens, on the thread of who tells. */
final class MemoryLiveBus implements LiveBus {
    private static final Listener[] NOBODY = {};

    /** Mostly one: an array takes the least room. */
    private final ConcurrentMap<UserKey, Listener[]> listeners = new ConcurrentHashMap<>();

    @Override
    public void changed(UserKey user, InboxChange change) {
        for (Listener listener : listeners.getOrDefault(user, NOBODY)) {
            listener.changed(change);
        }
    }

    @Override
    public void changedPerhaps(UserKey user) {
        for (Listener listener : listeners.getOrDefault(user, NOBODY)) {
            listener.changedPerhaps();
        }
    }

    @Override
    public void listen(UserKey user, Listener listener) {
        listeners.merge(user, new Listener[] {listener}, (before, added) -> {
            Listener[] all = Arrays.copyOf(before, before.length + 1);
            all[before.length] = listener;
            return all;
        });
    }

    @Override
    public void leave(UserKey user, Listener listener) {
        listeners.computeIfPresent(user, (same, before) -> {
            Listener[] left =
                    Arrays.stream(before).filter(other -> other != listener).toArray(Listener[]::new);
            return left.length == 0 ? null : left;
        });
    }

    /** What the restart of a store does: nobody knows what was told in the meantime. */
    void lost() {
        listeners.values().forEach(all -> Arrays.stream(all).forEach(Listener::changedPerhaps));
    }
}
