package dev.tidings.server.live;

import java.util.concurrent.Executor;

/** The transport of one live connection. All methods but {@link #loop} are called on its event loop. */
public interface Transport {

    /** The event loop of the connection. */
    Executor loop();

    /** Whether it takes more without buffering. If not, {@link LiveSession#ready} is called when it does. */
    boolean isReady();

    /** Sends the event with the next {@link #flush}, if not earlier. */
    void send(LiveEvent event);

    void flush();

    /** Whether the client answers heartbeats. */
    boolean isAnswered();

    /** Pauses or resumes reading, which puts back-pressure on the client. */
    void listen(boolean on);

    /** Sends the reason if possible, and closes. */
    void end(CloseReason why);
}
