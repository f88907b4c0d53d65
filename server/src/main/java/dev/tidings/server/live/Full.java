package dev.tidings.server.live;

/** Which limit keeps a further connection out. */
public enum Full {
    USER,
    ADDRESS,
    /** Has asked for too much lately. */
    BUSY_USER,
    BUSY_ADDRESS,
    SERVER,
    DRAINING
}
