package dev.tidings.server.inbox;

import dev.tidings.core.hot.InboxChange;
import java.util.UUID;

/**
 * A change of a user's inbox, as {@link InboxFeed} returns it.
 *
 * @param item the added item in its current state; null for other kinds, and if it is pending
 * @param isPending whether the inbox row of an added item is not visible yet
 */
public record FeedItem(InboxChange change, InboxItem item, boolean isPending) {
    /** Its position in the feed. */
    public UUID id() {
        return change.id();
    }
}
