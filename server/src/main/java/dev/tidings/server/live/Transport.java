package dev.tidings.server.live;

import java.util.concurrent.Executor;

/**
 * Sends events over one live connection, such as a WebSocket, and pauses or closes it. All methods but {@link #eventLoop} are called on its
 * event loop.
 */
public interface Transport {

    /** The event loop of the connection. */
    Executor eventLoop();

    /** Whether it takes more without buffering. If not, {@link LiveSession#writable} is called when it does. */
    boolean isWritable();

    /** Sends the event with the next {@link #flush}, if not earlier. */
    void send(LiveEvent event);

    void flush();

    /** Whether the client answers heartbeats. */
    boolean answersHeartbeats();

    /** Pauses or resumes reading, which puts back-pressure on the client. */
    void setReading(boolean on);

    /** Sends the reason if possible, and closes. */
    void close(CloseReason why);
}
