package dev.tidings.server.live;

import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.hot.LiveBus;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.inbox.InboxItem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The live sessions of one user in this process. Receives the user's inbox changes from the live bus and passes each on to all sessions, as
 * one shared event.
 */
final class UserSessions implements LiveBus.Listener {
    private static final LiveSession[] NO_SESSIONS = {};

    private final UserKey user;
    private final Function<UserKey, CompletableFuture<Long>> unread;
    private volatile LiveSession[] sessions = NO_SESSIONS;

    UserSessions(UserKey user, Function<UserKey, CompletableFuture<Long>> unread) {
        this.user = user;
        this.unread = unread;
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
    public void changed(InboxChange change) {
        boolean isAdded = change.kind().equals(InboxChange.ADDED);
        if (isAdded && change.added() == null) {
            changedPerhaps();
            return;
        }
        CompletableFuture<Long> count = unread.apply(user);
        if (!count.isDone() || count.isCompletedExceptionally()) {
            // The count has to be read first, and later changes must not overtake this one.
            changedPerhaps();
            return;
        }
        LiveEvent.Changed event = new LiveEvent.Changed(
                change.id(), change.kind(), count.join(), change.notification(), isAdded ? item(change) : null);
        forEachSession(session -> session.changed(event));
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

    /** On the event loop of each session; sessions that share a loop are notified in one task. */
    private void forEachSession(Consumer<LiveSession> action) {
        LiveSession[] all = sessions;
        if (all.length == 1) {
            all[0].eventLoop().execute(() -> action.accept(all[0]));
            return;
        }
        Map<Executor, List<LiveSession>> byLoop = new IdentityHashMap<>();
        for (LiveSession session : all) {
            byLoop.computeIfAbsent(session.eventLoop(), loop -> new ArrayList<>())
                    .add(session);
        }
        byLoop.forEach((loop, sharing) -> loop.execute(() -> sharing.forEach(action)));
    }
}
