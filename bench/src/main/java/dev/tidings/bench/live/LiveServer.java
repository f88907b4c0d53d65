package dev.tidings.bench.live;

import java.io.IOException;

/** A server of the comparison, in processes of its own. */
interface LiveServer extends AutoCloseable {
    /** As the load client knows it. */
    String name();

    String url();

    /** What the load client has to show, if anybody asks. */
    default String key() {
        return "none";
    }

    double cpuSeconds();

    /** What it needs, garbage apart. */
    Memory memory() throws IOException;

    /** How many files and sockets it has open. */
    long openFiles() throws IOException;

    /** Waits until nothing is left to do of what it was sent. */
    default void settle() throws IOException {}

    @Override
    void close();
}
