package dev.tidings.server.live;

/** The limit because of which a new live connection is refused. */
public enum RefusalReason {
    USER,
    ADDRESS,
    /** The user has exceeded the message rate. */
    BUSY_USER,
    /** The address has exceeded the message rate. */
    BUSY_ADDRESS,
    SERVER,
    DRAINING
}
