package dev.tidings.server.inbox;

/** A mark that a user can set on an inbox item: read, unread, archived or unarchived. */
public enum Mark {
    READ,
    UNREAD,
    ARCHIVED,
    UNARCHIVED
}
