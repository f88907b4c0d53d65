package dev.tidings.core.hot;

import dev.tidings.core.model.Content;
import java.time.Instant;
import java.util.UUID;

/**
 * Something that has just become visible in a user's inbox, and stands in its change feed.
 *
 * @param id its place in the feed
 * @param kind as in the feed
 * @param added what was added, for those who would otherwise have to read it; null for other kinds, and where it is not at hand
 */
public record InboxChange(UUID id, String kind, UUID position, UUID notification, Added added) {
    /** The kind of what is new in an inbox. */
    public static final String ADDED = "added";

    /** @param expiresAt null if it keeps */
    public record Added(String type, String priority, Content content, Instant expiresAt) {}
}
