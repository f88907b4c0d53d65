package dev.tidings.rocksdb;

import java.util.concurrent.ThreadFactory;

/**
 * A factory for the threads of a store. They are daemons: a program that forgets to close its store still exits, and loses no
 * acknowledged write. Closing a store waits for accepted work.
 */
public final class DaemonThreads {
    private DaemonThreads() {}

    public static ThreadFactory named(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
