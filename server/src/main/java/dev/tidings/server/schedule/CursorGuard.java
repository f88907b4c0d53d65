package dev.tidings.server.schedule;

import dev.tidings.widecolumn.StoreException;
import java.time.Instant;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps the cursor of a shard from passing a row that is being written in this process, since a restart would miss it. The cursor waits for
 * writes in flight; a writer of a row due before the cursor waits until the cursor has moved back.
 */
final class CursorGuard {
    private final NavigableMap<Instant, Integer> inFlight = new TreeMap<>();
    private Instant cursor;
    private Instant requested;
    private CompletableFuture<Void> moveBack = new CompletableFuture<>();
    private boolean closed;

    CursorGuard(Instant cursor) {
        this.cursor = cursor;
    }

    /** Completes when a row due at this time can be written; the caller then has to call {@link #endWrite}. */
    synchronized CompletableFuture<Void> beginWrite(Instant at) {
        inFlight.merge(at, 1, Integer::sum);
        if (!at.isBefore(cursor) || closed) {
            return CompletableFuture.completedFuture(null);
        }
        requested = requested == null || at.isBefore(requested) ? at : requested;
        return moveBack;
    }

    synchronized void endWrite(Instant at) {
        inFlight.computeIfPresent(at, (key, count) -> count == 1 ? null : count - 1);
    }

    /** The position to which the cursor can advance, at most that time; it must be stored before this is called again. */
    synchronized Instant advance(Instant to) {
        Instant limit = inFlight.isEmpty() || !inFlight.firstKey().isBefore(to) ? to : inFlight.firstKey();
        cursor = limit.isAfter(cursor) ? limit : cursor;
        return cursor;
    }

    /** The time to which the cursor has to move back for a waiting writer; empty if no writer waits. */
    synchronized Optional<Instant> requestedPosition() {
        return Optional.ofNullable(requested);
    }

    /** Releases the writers that waited for the cursor to move back, after it was stored at this position. */
    void movedBack(Instant to) {
        CompletableFuture<Void> waiting;
        synchronized (this) {
            cursor = to;
            if (requested == null || requested.isBefore(to)) {
                return;
            }
            requested = null;
            waiting = moveBack;
            moveBack = new CompletableFuture<>();
        }
        waiting.complete(null);
    }

    /** Fails the waiting writers: this process no longer sweeps the shard. */
    void close() {
        CompletableFuture<Void> waiting;
        synchronized (this) {
            closed = true;
            waiting = moveBack;
        }
        waiting.completeExceptionally(
                new StoreException(StoreException.Reason.CLOSED, "the schedule is no longer swept here"));
    }
}
