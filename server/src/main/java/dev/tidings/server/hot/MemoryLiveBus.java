package dev.tidings.server.hot;

import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.hot.LiveBus;
import dev.tidings.core.model.UserKey;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The in-memory bus of inbox changes by user. Calls a user's listeners on the publisher's thread. */
final class MemoryLiveBus implements LiveBus {
    private static final Listener[] NONE = {};

    /** Mostly one listener: an array takes the least memory. */
    private final ConcurrentMap<UserKey, Listener[]> listeners = new ConcurrentHashMap<>();

    @Override
    public void publish(UserKey user, InboxChange change) {
        for (Listener listener : listeners.getOrDefault(user, NONE)) {
            listener.changed(change);
        }
    }

    @Override
    public void publishUnknown(UserKey user) {
        for (Listener listener : listeners.getOrDefault(user, NONE)) {
            listener.changedPerhaps();
        }
    }

    @Override
    public void subscribe(UserKey user, Listener listener) {
        listeners.merge(user, new Listener[] {listener}, (before, added) -> {
            Listener[] all = Arrays.copyOf(before, before.length + 1);
            all[before.length] = listener;
            return all;
        });
    }

    @Override
    public void unsubscribe(UserKey user, Listener listener) {
        listeners.computeIfPresent(user, (same, before) -> {
            Listener[] left =
                    Arrays.stream(before).filter(other -> other != listener).toArray(Listener[]::new);
            return left.length == 0 ? null : left;
        });
    }

    /** Tells all listeners that changes may have been lost, like the restart of a store. */
    void lost() {
        listeners.values().forEach(all -> Arrays.stream(all).forEach(Listener::changedPerhaps));
    }
}
