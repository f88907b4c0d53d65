package dev.tidings.server.live;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * An asynchronous semaphore that limits how many sessions read the change feed at a time: after a restart all clients reconnect at once,
 * and their missed changes are in memory until they are sent. The others queue, again after each page.
 */
final class CatchUpQueue {
    private final int permits;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int inFlight;

    CatchUpQueue(int permits) {
        this.permits = permits;
    }

    /** Runs the task now, or when a permit is free. The task releases the permit with {@link #release}, whatever its result. */
    void acquire(Runnable task) {
        synchronized (this) {
            if (inFlight == permits) {
                waiting.add(task);
                return;
            }
            inFlight++;
        }
        task.run();
    }

    void release() {
        Runnable next;
        synchronized (this) {
            next = waiting.poll();
            if (next == null) {
                inFlight--;
                return;
            }
        }
        next.run();
    }
}
