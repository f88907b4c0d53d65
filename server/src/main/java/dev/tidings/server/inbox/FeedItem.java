package dev.tidings.server.inbox;

import java.util.UUID;

/**
 * A change of an inbox, as read from the change feed.
 *
 * @param id its position in the feed
 * @param kind as in the feed: added, read, unread, archived, unarchived, …
 * @param item the added item in its current state; null for other kinds
 */
public record FeedItem(UUID id, String kind, UUID notification, InboxItem item) {}
