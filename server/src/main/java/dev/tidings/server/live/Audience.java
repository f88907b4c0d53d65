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

/** All screens of one user that are connected to this process. Makes one event of a change, for all of them. */
final class Audience implements LiveBus.Listener {
    private static final Session[] NOBODY = {};

    private final UserKey user;
    private final Function<UserKey, CompletableFuture<Long>> unread;
    private volatile Session[] sessions = NOBODY;

    Audience(UserKey user, Function<UserKey, CompletableFuture<Long>> unread) {
        this.user = user;
        this.unread = unread;
    }

    /** Of those who add and remove, one at a time. */
    void add(Session session) {
        Session[] all = Arrays.copyOf(sessions, sessions.length + 1);
        all[all.length - 1] = session;
        sessions = all;
    }

    void remove(Session session) {
        sessions = Arrays.stream(sessions).filter(other -> other != session).toArray(Session[]::new);
    }

    Session[] sessions() {
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
            // It has to be counted first, and what comes next must not overtake it.
            changedPerhaps();
            return;
        }
        Event.Changed event = new Event.Changed(
                change.id(), change.kind(), count.join(), change.notification(), isAdded ? item(change) : null);
        tell(session -> session.hear(event));
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
        tell(Session::look);
    }

    /** Each on its own loop; those who share one are told in one go. */
    private void tell(Consumer<Session> what) {
        Session[] all = sessions;
        if (all.length == 1) {
            all[0].loop().execute(() -> what.accept(all[0]));
            return;
        }
        Map<Executor, List<Session>> byLoop = new IdentityHashMap<>();
        for (Session session : all) {
            byLoop.computeIfAbsent(session.loop(), loop -> new ArrayList<>()).add(session);
        }
        byLoop.forEach((loop, here) -> loop.execute(() -> here.forEach(what)));
    }
}
