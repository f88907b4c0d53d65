package dev.tidings.server.inbox;

import dev.tidings.core.model.UserKey;
import dev.tidings.server.feed.FeedTiming;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Reads the change feed of users' inboxes, in the order of the ids of changes, for live connections and resuming clients. Also acknowledges
 * notifications that a client has received. Calls don't block.
 */
public interface InboxFeed {

    /**
     * A page of changes.
     *
     * @param upTo the position up to which everything visible was read: the last change, or the start if there is none
     * @param hasMore whether there may be more
     */
    record FeedPage(List<FeedItem> items, UUID upTo, boolean hasMore) {}

    /** The bounds within which changes become visible out of the order of their ids. */
    FeedTiming timing();

    /** A position after everything that this process made visible so far, and before everything it makes visible later. */
    CompletableFuture<UUID> currentPosition(UserKey user);

    /** Completes when the unread count includes everything visible so far: a change is visible a moment before it is counted. */
    CompletableFuture<Void> awaitCounted(UserKey user);

    /** Whether the feed is still complete after this position. False for positions that were never handed out. */
    boolean reachesBackTo(UUID position);

    /** The first changes after a position. */
    CompletableFuture<FeedPage> after(UserKey user, UUID position, int limit);

    /**
     * Acknowledges that the client has these: their in-app deliveries are marked delivered. Ids that are not in the user's inbox are
     * ignored.
     *
     * @return how many were found
     */
    CompletableFuture<Integer> acknowledge(UserKey user, List<UUID> notifications);
}
