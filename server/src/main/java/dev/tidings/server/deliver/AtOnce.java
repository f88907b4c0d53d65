package dev.tidings.server.deliver;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/** No more than so many at once; the others wait in line, without a thread. */
final class AtOnce {
    private final int most;
    private final Queue<CompletableFuture<Void>> line = new ArrayDeque<>();
    private int inside;

    AtOnce(int most) {
        this.most = most;
    }

    /** Completes when there is room. Whoever got in has to {@link #leave}. */
    synchronized CompletableFuture<Void> enter() {
        CompletableFuture<Void> turn = new CompletableFuture<>();
        if (inside < most) {
            inside++;
            turn.complete(null);
        } else {
            line.add(turn);
        }
        return turn;
    }

    /** How many wait in line. */
    synchronized int waiting() {
        return line.size();
    }

    void leave() {
        CompletableFuture<Void> next;
        synchronized (this) {
            next = line.poll();
            if (next == null) {
                inside--;
                return;
            }
        }
        // On another thread: whatever it does next may come back here, and so would the one after it.
        next.completeAsync(() -> null);
    }
}
