package dev.tidings.server.inbox;

import java.util.UUID;

/**
 * One change.
 *
 * @param id its place in the feed
 * @param kind as in the feed: added, read, unread, archived, unarchived, …
 * @param item what was added, as it is now; null for other kinds
 */
public record FeedItem(UUID id, String kind, UUID notification, InboxItem item) {}
