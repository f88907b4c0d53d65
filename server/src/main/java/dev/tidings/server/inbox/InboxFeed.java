package dev.tidings.server.inbox;

import dev.tidings.core.model.UserKey;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** What changed in users' inboxes, in the order in which it could be seen. Never blocks. */
public interface InboxFeed {

    /**
     * Some changes.
     *
     * @param reached up to where this is all there was: the last change, or where the reading began if there is none
     * @param more whether it has to be asked for more
     */
    record Part(List<FeedItem> items, UUID reached, boolean more) {}

    /** A place behind everything that could be seen before, and before everything that can be seen later. */
    CompletableFuture<UUID> now(UserKey user);

    /** Completes when what could be seen before is counted, too: a change can be seen a moment earlier. */
    CompletableFuture<Void> settled(UserKey user);

    /** Whether everything that came after this place is still there. Nothing comes from places that nobody was ever given. */
    boolean reachesBackTo(UUID place);

    /** The first changes after a place. */
    CompletableFuture<Part> after(UserKey user, UUID place, int limit);

    /**
     * The user's screen has these: from now on they are delivered. Those that are not in the user's inbox are left alone.
     *
     * @return how many were there
     */
    CompletableFuture<Integer> received(UserKey user, List<UUID> notifications);
}
