package dev.tidings.server.inbox;

/** A filter of an inbox. */
public enum InboxFilter {
    /** All items that are not archived. */
    ALL,
    /** All items that are neither archived nor read. */
    UNREAD,
    ARCHIVED
}
