package dev.tidings.server.inbox;

/** What a user can do with a notification. */
public enum Mark {
    READ,
    UNREAD,
    ARCHIVED,
    UNARCHIVED
}
