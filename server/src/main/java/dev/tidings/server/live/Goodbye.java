package dev.tidings.server.live;

import java.util.Locale;

/** Why the server ends a connection. */
public enum Goodbye {
    /** The token's time is over. */
    EXPIRED,
    /** The token's secret was revoked. */
    REVOKED,
    /** What it was sent was not read for too long. It can resume. */
    SLOW,
    /** Nothing was heard of the other side. */
    SILENT,
    /** It sent more than it may. */
    LIMIT,
    /** The server stops; another one, or this one, will be there soon. */
    DRAINING,
    /** The inbox can't be read now. */
    UNAVAILABLE;

    private final String wire = name().toLowerCase(Locale.ROOT);

    public String wire() {
        return wire;
    }
}
