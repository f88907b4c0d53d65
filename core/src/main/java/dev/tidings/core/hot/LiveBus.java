package dev.tidings.core.hot;

import dev.tidings.core.model.UserKey;

/**
 * Tells whoever has a user's screen at the other end that something changed in the inbox. What is told can be lost, and nothing
 * rests on it: a change stands in the feed before it is told of, and who has doubts reads the feed.
 *
 * <p>Changes that are told one after the other are heard in that order. Calls don't block; listeners must not either.
 */
public interface LiveBus {

    /** Hears of the changes of one user. */
    interface Listener {
        void changed(InboxChange change);

        /** Something may have changed that was not told of. */
        void changedPerhaps();
    }

    /** After it was written. */
    void changed(UserKey user, InboxChange change);

    /** Nobody knows whether, or what: who listens has to look into the feed. */
    void changedPerhaps(UserKey user);

    /** What is told after this returns is heard. Nobody listens twice. */
    void listen(UserKey user, Listener listener);

    void leave(UserKey user, Listener listener);
}
