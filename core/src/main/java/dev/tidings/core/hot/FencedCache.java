package dev.tidings.core.hot;

import dev.tidings.core.model.UserKey;
import java.util.concurrent.CompletableFuture;

/**
 * A copy of something that the tables say about users, never older than what was answered.
 *
 * <p>Who changes the tables announces it first, and afterwards says what came of it, before anybody is told that the change was made.
 * Who finds nothing here reads the tables and hands in what they said, with the stamp of before. That is kept only if no change was
 * announced, under way or ended since the stamp: otherwise nobody could say whether it includes the change.
 *
 * <p>Writers can die between the two. So an announcement is a lease: when it runs out, what was known is forgotten, for the change
 * may have been made or not. A writer that was only slow still says what came of it, and that forgets whatever was kept since. A
 * lease is longer than any write to the tables takes, so that a writer who dies does not leave one behind that lands later still.
 * After a loss nobody knows who had announced what; so nothing is kept for the length of a lease.
 */
public interface FencedCache<V> {

    /** What is known about the user. */
    CompletableFuture<Look<V>> find(UserKey user);

    /** Keeps what the tables said, if they were read after {@link #find} gave the stamp and no change came in between. */
    CompletableFuture<Void> keep(UserKey user, Stamp stamp, V value);

    /**
     * Before a change in the tables. Several may be under way at once. If it fails, the change must not be made.
     *
     * @return what to end it with
     */
    CompletableFuture<Stamp> changing(UserKey user);

    /** The change is over, and nobody knows what came of it, or what is true now. Of one that nobody remembers, too. */
    CompletableFuture<Void> changedPerhaps(UserKey user, Stamp stamp);
}
