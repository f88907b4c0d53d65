package dev.tidings.server.live;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Lets only so many screens read from the feed at a time: after a restart everybody comes back at once, and what each has missed is
 * in memory from when it is read until it is sent. The others wait for their turn, which comes after each part that is read.
 */
final class CatchUps {
    private final int most;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int underWay;

    CatchUps(int most) {
        this.most = most;
    }

    /** Now, or when there is room. Who was started says when it has ended, whatever came of it. */
    void start(Runnable reading) {
        synchronized (this) {
            if (underWay == most) {
                waiting.add(reading);
                return;
            }
            underWay++;
        }
        reading.run();
    }

    void ended() {
        Runnable next;
        synchronized (this) {
            next = waiting.poll();
            if (next == null) {
                underWay--;
                return;
            }
        }
        next.run();
    }
}
