package dev.tidings.widecolumn.cassandra;

import dev.tidings.widecolumn.Answers;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Counts the requests under way, so that closing can wait for them and refuse new ones. */
final class UnderWay {
    /** One party for each request, and one for the engine being open. */
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
        // Counted by what really goes on: the caller may give up on an answer of its own at any time.
        CompletableFuture<T> given = new CompletableFuture<>();
        answer.whenComplete((result, failure) -> {
            parties.arriveAndDeregister();
            if (failure == null) {
                given.complete(result);
            } else {
                given.completeExceptionally(Answers.cause(failure));
            }
        });
        return given;
    }

    boolean closed() {
        return closed;
    }

    /** Refuses new requests and waits for the others; false if it was closed before. */
    synchronized boolean close(Duration patience) {
        if (closed) {
            return false;
        }
        closed = true;
        int phase = parties.arriveAndDeregister();
        try {
            parties.awaitAdvanceInterruptibly(phase, patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException e) {
            // They end with the session, each with an error of its own.
            return true;
        }
        return true;
    }
}
