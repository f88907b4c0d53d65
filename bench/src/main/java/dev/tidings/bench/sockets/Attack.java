package dev.tidings.bench.sockets;

import java.io.IOException;

/** Something that bad clients do. */
interface Attack extends AutoCloseable {
    String name();

    /** Returns when it is in force. */
    void start() throws IOException, InterruptedException;

    /** While it is in force and the healthy have been measured: whether the server did what it had to. */
    default void judge() throws IOException, InterruptedException {}

    /** All of them go away at once. */
    @Override
    void close();
}
