package dev.tidings.torture.live;

import java.io.IOException;

/**
 * An attack on the live connections of the service by one kind of abusive client. {@link AbuseRun} starts it, measures healthy
 * clients meanwhile, verifies the reaction of the service, and closes it.
 */
interface Attack extends AutoCloseable {
    String name();

    /** Starts the attack and returns when it is in effect. */
    void start() throws IOException, InterruptedException;

    /** Called during the attack, after the healthy clients were measured: checks that the server reacted correctly. */
    default void verify() throws IOException, InterruptedException {}

    /** Disconnects all attackers at once. */
    @Override
    void close();
}
