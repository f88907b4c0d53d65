package dev.tidings.server.live;

/** Which limit keeps a further connection out. */
public enum Full {
    USER,
    ADDRESS,
    SERVER,
    DRAINING
}
