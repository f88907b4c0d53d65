package dev.tidings.server.live;

import java.util.Locale;

/** The reason why the server closes a live connection, sent to the client and counted in the metrics. */
public enum CloseReason {
    /** The token has expired. */
    EXPIRED,
    /** The token's signing secret was revoked. */
    REVOKED,
    /** The client did not read for too long. It can resume. */
    SLOW,
    /** The client did not answer heartbeats. */
    SILENT,
    /** The client exceeded a limit. */
    LIMIT,
    /** The server is shutting down; the client can reconnect soon, to this or another one. */
    DRAINING,
    /** The inbox can't be read now. */
    UNAVAILABLE;

    private final String wire = name().toLowerCase(Locale.ROOT);

    public String wire() {
        return wire;
    }
}
