package dev.tidings.widecolumn.rocksdb;

import java.util.concurrent.ThreadFactory;

/**
 * The engine's threads. They are daemons: a program that forgets to close its engine still ends, and loses nothing it was told is
 * durable. Who wants accepted work finished closes the engine, which waits for it.
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
