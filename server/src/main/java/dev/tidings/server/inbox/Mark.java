package dev.tidings.server.inbox;

/** A change a user can make to an inbox item. */
public enum Mark {
    READ,
    UNREAD,
    ARCHIVED,
    UNARCHIVED
}
