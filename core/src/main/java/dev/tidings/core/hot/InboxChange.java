package dev.tidings.core.hot;

import dev.tidings.core.model.Content;
import java.time.Instant;
import java.util.UUID;

/**
 * A change of one user's inbox, such as an added or read item. Published on the {@link LiveBus} after it was written to the change feed.
 *
 * @param id its position in the change feed
 * @param kind the kind of change, as in the feed
 * @param position the position of the item; of {@link #ALL_READ} the newest that was marked
 * @param notification null for {@link #ALL_READ}
 * @param from the oldest position that {@link #ALL_READ} marked; null for other kinds
 * @param markedAt the write time of the mark, in microseconds; 0 for {@link #ADDED}
 * @param added the added item, which saves listeners a read; null for other kinds, and where it is not available
 */
public record InboxChange(
        UUID id, String kind, UUID position, UUID notification, UUID from, long markedAt, Added added) {
    /** The kind of a new inbox item. */
    public static final String ADDED = "added";

    /** The kind of a change that marks all unread items between two positions as read. */
    public static final String ALL_READ = "all_read";

    /**
     * The content of a new inbox item.
     *
     * @param expiresAt null if it does not expire
     */
    public record Added(String type, String priority, Content content, Instant expiresAt) {}

    /** A new item. */
    public static InboxChange added(UUID id, UUID position, UUID notification, Added added) {
        return new InboxChange(id, ADDED, position, notification, null, 0, added);
    }

    /** A mark on one item. */
    public static InboxChange marked(UUID id, String kind, UUID position, UUID notification, long markedAt) {
        return new InboxChange(id, kind, position, notification, null, markedAt, null);
    }

    /** A mark on all unread items between two positions. */
    public static InboxChange allRead(UUID id, UUID from, UUID position, long markedAt) {
        return new InboxChange(id, ALL_READ, position, null, from, markedAt, null);
    }

    /** The same change under another id. */
    public InboxChange renamed(UUID other) {
        return new InboxChange(other, kind, position, notification, from, markedAt, added);
    }

    public boolean isAdded() {
        return kind.equals(ADDED);
    }
}
