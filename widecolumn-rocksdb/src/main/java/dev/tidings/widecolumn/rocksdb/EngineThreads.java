package dev.tidings.widecolumn.rocksdb;

import java.util.concurrent.ThreadFactory;

/**
 * A factory for the engine's threads. They are daemons: a program that forgets to close its engine still exits, and loses no
 * acked write. Closing the engine waits for accepted work.
 */
final class EngineThreads {
    private EngineThreads() {}

    static ThreadFactory named(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
