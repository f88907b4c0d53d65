package dev.tidings.channels.http;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;

/**
 * Shares the threads that look up names among all who need them. A lookup can't be ended, and one in a zone without a living name
 * server takes many seconds; so everybody has only so many at once, and whoever has more of them waits behind their own.
 */
final class Lookups {
    static final int AT_ONCE = 4;
    static final int WAITING = 500;

    private final Executor threads;
    private final Map<String, Line> lines = new HashMap<>();

    private static final class Line {
        private final Queue<Runnable> waiting = new ArrayDeque<>();
        private int begun;
    }

    Lookups(Executor threads) {
        this.threads = threads;
    }

    /**
     * Makes a lookup, when it is its turn.
     *
     * @return false if too many of theirs wait already: it will not be made
     */
    boolean make(String whose, Runnable lookup) {
        synchronized (this) {
            Line line = lines.computeIfAbsent(whose, key -> new Line());
            if (line.begun == AT_ONCE) {
                return line.waiting.size() < WAITING && line.waiting.add(lookup);
            }
            line.begun++;
        }
        begin(whose, lookup);
        return true;
    }

    /** Those for whom there is something to do. */
    synchronized int lines() {
        return lines.size();
    }

    private void begin(String whose, Runnable lookup) {
        try {
            threads.execute(() -> {
                try {
                    lookup.run();
                } finally {
                    next(whose);
                }
            });
        } catch (RuntimeException | Error e) {
            // Not even begun, for want of a thread: its place is for others all the same.
            next(whose);
            throw e;
        }
    }

    /** Handed over like a new one, and not made at once: whoever else waits for a thread comes first. */
    private void next(String whose) {
        Runnable next;
        synchronized (this) {
            Line line = lines.get(whose);
            next = line.waiting.poll();
            if (next == null) {
                line.begun--;
                if (line.begun == 0) {
                    lines.remove(whose);
                }
                return;
            }
        }
        begin(whose, next);
    }
}
