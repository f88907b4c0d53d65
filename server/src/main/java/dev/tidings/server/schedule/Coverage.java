package dev.tidings.server.schedule;

import dev.tidings.widecolumn.StoreException;
import java.time.Instant;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps those who add rows and the one who moves the cursor from passing each other. Nothing is written behind the cursor, where
 * nobody would find it after a restart: the cursor waits for what is being written, and goes back for a row that is due before it,
 * as happens when the clock was set back.
 */
final class Coverage {
    private final NavigableMap<Instant, Integer> underWay = new TreeMap<>();
    private Instant cursor;
    private Instant wanted;
    private CompletableFuture<Void> goneBack = new CompletableFuture<>();
    private boolean ended;

    Coverage(Instant cursor) {
        this.cursor = cursor;
    }

    /** When it completes, a row due then can be written; {@link #leave} has to be called afterwards. */
    synchronized CompletableFuture<Void> enter(Instant at) {
        underWay.merge(at, 1, Integer::sum);
        if (!at.isBefore(cursor) || ended) {
            return CompletableFuture.completedFuture(null);
        }
        wanted = wanted == null || at.isBefore(wanted) ? at : wanted;
        return goneBack;
    }

    synchronized void leave(Instant at) {
        underWay.computeIfPresent(at, (key, count) -> count == 1 ? null : count - 1);
    }

    /** How far the cursor can go towards that time; it must be there, on disk, before this is called again. */
    synchronized Instant advance(Instant to) {
        Instant most = underWay.isEmpty() || !underWay.firstKey().isBefore(to) ? to : underWay.firstKey();
        cursor = most.isAfter(cursor) ? most : cursor;
        return cursor;
    }

    /** To where the cursor has to go back. */
    synchronized Optional<Instant> wanted() {
        return Optional.ofNullable(wanted);
    }

    /** It is there, on disk. */
    void goneBack(Instant to) {
        CompletableFuture<Void> waiting;
        synchronized (this) {
            cursor = to;
            if (wanted == null || wanted.isBefore(to)) {
                return;
            }
            wanted = null;
            waiting = goneBack;
            goneBack = new CompletableFuture<>();
        }
        waiting.complete(null);
    }

    /** Nobody sweeps here any more. */
    void end() {
        CompletableFuture<Void> waiting;
        synchronized (this) {
            ended = true;
            waiting = goneBack;
        }
        waiting.completeExceptionally(
                new StoreException(StoreException.Reason.CLOSED, "the schedule is no longer swept here"));
    }
}
