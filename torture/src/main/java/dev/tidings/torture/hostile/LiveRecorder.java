package dev.tidings.torture.hostile;

import dev.tidings.core.hot.InboxChange;
import dev.tidings.server.feed.FeedRows;
import dev.tidings.server.live.CloseReason;
import dev.tidings.server.live.LiveEvent;
import dev.tidings.server.live.Transport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Executor;

/** A live connection of one user that records what it is sent. */
final class LiveRecorder implements Transport {
    private final Executor eventLoop;
    private final Map<Long, Integer> times = new HashMap<>();
    private final List<InboxChange> changes = new ArrayList<>();
    private boolean greeted;
    private long unread;
    private CloseReason closed;

    LiveRecorder(Executor eventLoop) {
        this.eventLoop = eventLoop;
    }

    @Override
    public Executor eventLoop() {
        return eventLoop;
    }

    @Override
    public boolean isWritable() {
        return true;
    }

    @Override
    public synchronized void send(LiveEvent event) {
        if (event instanceof LiveEvent.Hello hello) {
            greeted = true;
            unread = hello.unread();
        } else if (event instanceof LiveEvent.Changed changed) {
            times.merge(FeedRows.identity(changed.change()), 1, Integer::sum);
            changes.add(changed.change());
            unread = changed.unread();
        }
    }

    synchronized boolean isGreeted() {
        return greeted;
    }

    synchronized CloseReason closed() {
        return closed;
    }

    /** The changes so far, with those sent twice. */
    synchronized List<InboxChange> changes() {
        return List.copyOf(changes);
    }

    /** What a client shows as read that applies the changes as they come. */
    synchronized Set<UUID> isRead() {
        Set<UUID> known = new TreeSet<>();
        Set<UUID> read = new TreeSet<>();
        for (InboxChange change : changes) {
            if (change.isAdded()) {
                known.add(change.notification());
            } else if (change.kind().equals(InboxChange.ALL_READ)) {
                known.stream().filter(id -> isBetween(id, change)).forEach(read::add);
            } else if (change.kind().equals("read")) {
                read.add(change.notification());
            } else {
                read.remove(change.notification());
            }
        }
        return read;
    }

    private static boolean isBetween(UUID id, InboxChange allRead) {
        return id.compareTo(allRead.from()) >= 0 && id.compareTo(allRead.position()) <= 0;
    }

    /** The unread count in the last event. */
    synchronized long unread() {
        return unread;
    }

    synchronized int times(InboxChange change) {
        return times.getOrDefault(FeedRows.identity(change), 0);
    }

    @Override
    public void flush() {}

    @Override
    public boolean answersHeartbeats() {
        return false;
    }

    @Override
    public void setReading(boolean on) {}

    @Override
    public synchronized void close(CloseReason why) {
        closed = why;
    }
}
