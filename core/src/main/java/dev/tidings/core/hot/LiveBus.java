package dev.tidings.core.hot;

import dev.tidings.core.model.UserKey;

/**
 * Publishes inbox changes of a user to the processes that hold the user's live connections. Events can be lost, and no guarantee rests on
 * them: a change is written to the feed before it is published, and a session in doubt reads the feed.
 *
 * <p>Changes published one after the other arrive in that order. Calls don't block; listeners must not block either.
 */
public interface LiveBus {

    /** Receives the changes of one user. */
    interface Listener {
        void changed(InboxChange change);

        /** Changes may have been missed; the listener has to read the feed. */
        void changedPerhaps();
    }

    /** Publishes a change after it was written. */
    void publish(UserKey user, InboxChange change);

    /** Publishes that something may have changed: listeners have to read the feed. */
    void publishUnknown(UserKey user);

    /** Subscribes. Every change published after this returns is delivered. A listener subscribes at most once. */
    void subscribe(UserKey user, Listener listener);

    void unsubscribe(UserKey user, Listener listener);
}
