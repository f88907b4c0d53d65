package dev.tidings.server.live;

import java.util.concurrent.Executor;

/** The line to one screen. All but {@link #loop} is called on its loop. */
public interface Wire {

    /** The one thread on which everything about the connection happens. */
    Executor loop();

    /** Whether it takes more without having to keep it. If not, the session is told when it does again. */
    boolean isReady();

    /** Sends it with the next {@link #flush}, if not before. */
    void send(Event event);

    void flush();

    /** Whether the other side answers heartbeats. */
    boolean isAnswered();

    /** Whether to read what the other side says. What is not read stays with it. */
    void listen(boolean on);

    /** Says why, if the other side still listens, and closes. */
    void end(Goodbye why);
}
