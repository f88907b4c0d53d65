package dev.tidings.server.live;

import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.hot.LiveBus;
import dev.tidings.core.hot.LiveNumber;
import dev.tidings.core.hot.LiveUpdate;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.feed.FeedCursor;
import dev.tidings.server.inbox.InboxItem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The live sessions of one user in this process. Receives the user's inbox changes from the live bus and passes each on to all sessions, as
 * one shared event. If an update comes without the unread count, it waits until the count is read, and later updates wait behind it.
 */
final class UserSessions implements LiveBus.Listener {
    private static final LiveSession[] NO_SESSIONS = {};
    /** Beyond it the sessions read the feed instead. */
    private static final int MAX_WAITING = 64;

    private final UserKey user;
    private final Function<UserKey, CompletableFuture<Long>> unread;
    private volatile LiveSession[] sessions = NO_SESSIONS;
    private CompletableFuture<LiveNumber> listening;
    /** Updates that wait for the count; null while it is not being read. Guarded by this. */
    private Deque<LiveUpdate> waiting;
    /** Whether updates were dropped since the count is being read. Guarded by this. */
    private boolean overflowed;

    /**
     * An update, ready to be sent.
     *
     * @param events an event for each of its changes, with the cursor of a feed without overlap
     */
    record LiveChanges(LiveNumber number, List<LiveEvent.Changed> events) {}

    UserSessions(UserKey user, Function<UserKey, CompletableFuture<Long>> unread) {
        this.user = user;
        this.unread = unread;
    }

    UserKey user() {
        return user;
    }

    /** Starts to listen. Not thread-safe, like {@link #add}. */
    void listen(LiveBus bus) {
        listening = bus.listen(user, this);
    }

    /** Completes when updates arrive. */
    CompletableFuture<LiveNumber> listening() {
        return listening;
    }

    /** Not thread-safe: callers add and remove one at a time. */
    void add(LiveSession session) {
        LiveSession[] all = Arrays.copyOf(sessions, sessions.length + 1);
        all[all.length - 1] = session;
        sessions = all;
    }

    void remove(LiveSession session) {
        sessions = Arrays.stream(sessions).filter(other -> other != session).toArray(LiveSession[]::new);
    }

    LiveSession[] sessions() {
        return sessions;
    }

    @Override
    public void changed(LiveUpdate update) {
        synchronized (this) {
            if (waiting != null) {
                enqueue(update);
                return;
            }
            if (needsCount(update)) {
                waiting = new ArrayDeque<>();
                waiting.add(update);
            }
        }
        if (needsCount(update)) {
            readCount();
        } else {
            pass(update, update.unread().orElse(0));
        }
    }

    private static boolean needsCount(LiveUpdate update) {
        return update.unread().isEmpty() && !update.changes().isEmpty();
    }

    private void enqueue(LiveUpdate update) {
        overflowed |= waiting.size() == MAX_WAITING;
        if (!overflowed) {
            waiting.add(update);
        }
    }

    private void readCount() {
        CompletableFuture.completedFuture(user).thenCompose(unread).whenComplete(this::passWaiting);
    }

    /** Passes the first update, which ended before the count was read, and those behind it that have a count. */
    private void passWaiting(Long count, Throwable failure) {
        List<LiveUpdate> ready = new ArrayList<>();
        boolean readAgain;
        boolean dropped;
        synchronized (this) {
            ready.add(waiting.poll());
            while (!waiting.isEmpty() && !needsCount(waiting.peek())) {
                ready.add(waiting.poll());
            }
            dropped = failure != null || overflowed;
            readAgain = !dropped && !waiting.isEmpty();
            waiting = readAgain ? waiting : null;
            overflowed = false;
        }
        if (dropped) {
            changedPerhaps();
        } else {
            ready.forEach(update -> pass(update, update.unread().orElse(needsCount(update) ? count : 0)));
        }
        if (readAgain) {
            readCount();
        }
    }

    private void pass(LiveUpdate update, long count) {
        List<LiveEvent.Changed> events = new ArrayList<>(update.changes().size());
        for (InboxChange change : update.changes()) {
            if (change.isAdded() && change.added() == null) {
                // The content is stored elsewhere.
                changedPerhaps();
                return;
            }
            events.add(new LiveEvent.Changed(
                    FeedCursor.settledAt(change.id()), change, count, change.isAdded() ? item(change) : null));
        }
        LiveChanges changes = new LiveChanges(update.number(), events);
        forEachSession(session -> session.changed(changes));
    }

    private static InboxItem item(InboxChange change) {
        InboxChange.Added added = change.added();
        return new InboxItem(
                change.notification(),
                added.type(),
                added.priority(),
                added.content(),
                UuidV7.time(change.position()),
                added.expiresAt(),
                null,
                null);
    }

    @Override
    public void changedPerhaps() {
        forEachSession(LiveSession::changedUnknown);
    }

    /** Compares the number that the bus has with what each session has received. */
    void compare(LiveNumber number) {
        forEachSession(session -> session.compare(number));
    }

    /** On the event loop of each session; sessions that share a loop are notified in one task. */
    private void forEachSession(Consumer<LiveSession> action) {
        LiveSession[] all = sessions;
        if (all.length == 1) {
            all[0].eventLoop().execute(() -> action.accept(all[0]));
            return;
        }
        Map<Executor, List<LiveSession>> byLoop = new LinkedHashMap<>();
        for (LiveSession session : all) {
            byLoop.computeIfAbsent(session.eventLoop(), loop -> new ArrayList<>())
                    .add(session);
        }
        byLoop.forEach((loop, sharing) -> loop.execute(() -> sharing.forEach(action)));
    }
}
