package dev.tidings.widecolumn.cassandra;

import dev.tidings.widecolumn.Futures;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Counts the engine's requests in flight. After close it refuses new ones, and close waits for the others up to a timeout. It does not
 * limit their number; the driver's throttler does.
 */
final class InFlightRequests {
    /** One party per request, and one for the open engine. */
    private final Phaser parties = new Phaser(1);

    private volatile boolean closed;

    <T> CompletableFuture<T> track(Supplier<CompletableFuture<T>> request) {
        if (closed || parties.register() < 0) {
            return CompletableFuture.failedFuture(new StoreException(Reason.CLOSED, "the engine is closed"));
        }
        CompletableFuture<T> answer;
        try {
            answer = request.get();
        } catch (RuntimeException | Error e) {
            parties.arriveAndDeregister();
            throw e;
        }
        // The caller gets a separate future, which it may cancel: the request counts until it really ends.
        CompletableFuture<T> given = new CompletableFuture<>();
        answer.whenComplete((result, failure) -> {
            parties.arriveAndDeregister();
            if (failure == null) {
                given.complete(result);
            } else {
                given.completeExceptionally(Futures.unwrap(failure));
            }
        });
        return given;
    }

    boolean closed() {
        return closed;
    }

    /** Refuses new requests and waits for those in flight; false if it was closed before. */
    synchronized boolean close(Duration timeout) {
        if (closed) {
            return false;
        }
        closed = true;
        int phase = parties.arriveAndDeregister();
        try {
            parties.awaitAdvanceInterruptibly(phase, timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException e) {
            // The remaining requests fail when the session closes.
            return true;
        }
        return true;
    }
}
