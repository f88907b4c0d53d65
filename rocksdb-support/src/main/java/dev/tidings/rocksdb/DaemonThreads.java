package dev.tidings.rocksdb;

import java.util.concurrent.ThreadFactory;

/**
 * Creates factories for the named daemon threads of a store. As daemons they let a program exit that forgets to close its store, and no
 * acknowledged write is lost. Closing a store waits for accepted work.
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
