package dev.tidings.core.hot;

import dev.tidings.core.model.UserKey;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Delivers changes of a user's inbox to the processes that hold the user's live connections. {@link UnreadCounts} publishes them: the end of
 * a write's lease counts, numbers and publishes in one step. Updates can be lost, late or out of order, and no guarantee rests on them: a
 * change is written to the feed before it is published, and a listener that finds a gap in the numbers reads the feed.
 *
 * <p>Calls don't block; listeners must not block either.
 */
public interface LiveBus {

    /** Receives the updates of one user. */
    interface Listener {
        void changed(LiveUpdate update);

        /** Changes may have been missed; the listener has to read the feed. */
        void changedPerhaps();
    }

    /**
     * Starts to listen. A listener listens to at most one user, once.
     *
     * @return completes when every later update is delivered, as far as none is lost, with the number before them. If it fails, nothing is
     *     delivered
     */
    CompletableFuture<LiveNumber> listen(UserKey user, Listener listener);

    void unlisten(UserKey user, Listener listener);

    /** The current numbers of users with a listener in this process, in the same order. */
    CompletableFuture<List<LiveNumber>> numbers(List<UserKey> users);
}
