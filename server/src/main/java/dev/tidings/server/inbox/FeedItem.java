package dev.tidings.server.inbox;

import java.util.UUID;

/**
 * An entry of a user's inbox change feed, as {@link InboxFeed} returns it.
 *
 * @param id its position in the feed
 * @param kind as in the feed: added, read, unread, archived, unarchived, …
 * @param item the added item in its current state; null for other kinds
 */
public record FeedItem(UUID id, String kind, UUID notification, InboxItem item) {}
