package dev.tidings.bench.live;

import java.io.IOException;

/** A server under test in the live benchmark, in processes of its own: its URL, CPU time, memory and open files. */
interface LiveServer extends AutoCloseable {
    /** The name by which the load client selects its protocol. */
    String name();

    String url();

    /** The API key for the load client, if the server requires one. */
    default String key() {
        return "none";
    }

    double cpuSeconds();

    /** Memory in use, without garbage. */
    ServerMemory memory() throws IOException;

    /** The number of open file descriptors, sockets included. */
    long openFiles() throws IOException;

    /** Waits until the server has processed everything it was sent. */
    default void settle() throws IOException {}

    @Override
    void close();
}
