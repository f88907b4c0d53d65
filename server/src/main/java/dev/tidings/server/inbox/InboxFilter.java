package dev.tidings.server.inbox;

/** Which part of an inbox is asked for. */
public enum InboxFilter {
    /** All that is not archived. */
    ALL,
    /** All that is neither archived nor read. */
    UNREAD,
    ARCHIVED
}
