package dev.tidings.server.hot;

import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.hot.LiveBus;
import dev.tidings.core.hot.LiveNumber;
import dev.tidings.core.hot.LiveUpdate;
import dev.tidings.core.model.UserKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The in-memory bus of inbox changes by user. Calls a user's listeners on the publisher's thread. Numbers are kept while a user has a
 * listener; a later first listener starts a new epoch.
 */
final class MemoryLiveBus implements LiveBus {
    private final ConcurrentMap<UserKey, UserChannel> channels = new ConcurrentHashMap<>();
    private final AtomicLong epochs = new AtomicLong();

    /** The listeners and the number of one user. Mostly one listener: an array takes the least memory. */
    private static final class UserChannel {
        private final Listener[] listeners;
        private final long epoch;
        private final AtomicLong last = new AtomicLong();

        UserChannel(Listener[] listeners, long epoch) {
            this.listeners = listeners;
            this.epoch = epoch;
        }

        LiveNumber number() {
            return new LiveNumber(epoch, last.get());
        }

        LiveNumber raise() {
            return new LiveNumber(epoch, last.incrementAndGet());
        }
    }

    /** A change begins. */
    void announce(UserKey user) {
        UserChannel channel = channels.get(user);
        if (channel != null) {
            channel.raise();
        }
    }

    /** A change has ended. */
    void publish(UserKey user, OptionalLong unread, List<InboxChange> changes) {
        UserChannel channel = channels.get(user);
        if (channel != null) {
            LiveUpdate update = new LiveUpdate(channel.raise(), unread, changes);
            for (Listener listener : channel.listeners) {
                listener.changed(update);
            }
        }
    }

    /** A change has ended with an unknown outcome. */
    void publishUnknown(UserKey user) {
        UserChannel channel = channels.get(user);
        if (channel != null) {
            channel.raise();
            for (Listener listener : channel.listeners) {
                listener.changedPerhaps();
            }
        }
    }

    /** A channel is replaced when its listeners change. A change in flight may then raise only the old number, so the epoch is new. */
    @Override
    public CompletableFuture<LiveNumber> listen(UserKey user, Listener listener) {
        UserChannel now = channels.compute(user, (same, before) -> {
            Listener[] all =
                    before == null ? new Listener[1] : Arrays.copyOf(before.listeners, before.listeners.length + 1);
            all[all.length - 1] = listener;
            return new UserChannel(all, epochs.incrementAndGet());
        });
        return CompletableFuture.completedFuture(now.number());
    }

    @Override
    public void unlisten(UserKey user, Listener listener) {
        channels.computeIfPresent(user, (same, before) -> {
            Listener[] left = Arrays.stream(before.listeners)
                    .filter(other -> other != listener)
                    .toArray(Listener[]::new);
            return left.length == 0 ? null : new UserChannel(left, epochs.incrementAndGet());
        });
    }

    @Override
    public CompletableFuture<List<LiveNumber>> numbers(List<UserKey> users) {
        List<LiveNumber> numbers = new ArrayList<>(users.size());
        for (UserKey user : users) {
            UserChannel channel = channels.get(user);
            numbers.add(channel == null ? LiveNumber.UNKNOWN : channel.number());
        }
        return CompletableFuture.completedFuture(numbers);
    }

    /** Starts new epochs and tells all listeners that changes may have been lost, like the restart of a store. */
    void lost() {
        channels.replaceAll((user, channel) -> new UserChannel(channel.listeners, epochs.incrementAndGet()));
        channels.values().forEach(channel -> Arrays.stream(channel.listeners).forEach(Listener::changedPerhaps));
    }
}
