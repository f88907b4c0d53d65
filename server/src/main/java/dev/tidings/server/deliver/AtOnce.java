package dev.tidings.server.deliver;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/** No more than so many at once; the others wait in line, without a thread. */
final class AtOnce {
    private static final CompletableFuture<Void> ROOM = CompletableFuture.completedFuture(null);

    private final int most;
    private final Queue<CompletableFuture<Void>> line = new ArrayDeque<>();
    private int inside;

    AtOnce(int most) {
        this.most = most;
    }

    /** Completes when there is room. Whoever got in has to {@link #leave}. */
    synchronized CompletableFuture<Void> enter() {
        if (inside < most) {
            inside++;
            return ROOM;
        }
        CompletableFuture<Void> turn = new CompletableFuture<>();
        line.add(turn);
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
