package dev.tidings.server.inbox;

/** The filter of an inbox list: all but archived, unread, or archived items. */
public enum InboxFilter {
    /** All items that are not archived. */
    ALL,
    /** All items that are neither archived nor read. */
    UNREAD,
    ARCHIVED
}
