package dev.tidings.core.hot;

import dev.tidings.core.model.Content;
import java.time.Instant;
import java.util.UUID;

/**
 * A live event about one user's inbox, such as an added or read item. Published on the {@link LiveBus} after the change was written to the
 * inbox's change feed.
 *
 * @param id its position in the change feed
 * @param kind the kind of change, as in the feed
 * @param added the added item, which saves listeners a read; null for other kinds, and where it is not available
 */
public record InboxChange(UUID id, String kind, UUID position, UUID notification, Added added) {
    /** The kind of a new inbox item. */
    public static final String ADDED = "added";

    /**
     * The content of a new inbox item.
     *
     * @param expiresAt null if it does not expire
     */
    public record Added(String type, String priority, Content content, Instant expiresAt) {}
}
