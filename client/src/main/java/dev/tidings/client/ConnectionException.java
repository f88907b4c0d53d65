package dev.tidings.client;

import java.net.URI;

/** A call without an answer, after all retries: no connection, a lost one, or a timeout. The message says what was tried. */
public final class ConnectionException extends TidingsException {
    private static final long serialVersionUID = 1L;

    private final transient URI server;
    private final boolean outcomeUnknown;

    ConnectionException(URI server, String message, boolean outcomeUnknown, Throwable cause) {
        super(message, cause);
        this.server = server;
        this.outcomeUnknown = outcomeUnknown;
    }

    /** The URL that the client was built with. */
    public URI server() {
        return server;
    }

    /** Whether the server may have executed the call; false if it certainly did nothing. */
    public boolean outcomeUnknown() {
        return outcomeUnknown;
    }
}
