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
