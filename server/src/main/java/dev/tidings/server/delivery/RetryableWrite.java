package dev.tidings.server.delivery;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A write that is made durable at most once. Taken again, it does nothing if it succeeded, and uses its retry form if the outcome is
 * unknown.
 */
final class RetryableWrite {
    private final Supplier<CompletableFuture<Void>> repeat;
    private Supplier<CompletableFuture<Void>> next;
    /** Set by the thread that completes the write. */
    private volatile boolean durable;

    /** @param repeat the form used after an attempt whose outcome is unknown */
    RetryableWrite(Supplier<CompletableFuture<Void>> first, Supplier<CompletableFuture<Void>> repeat) {
        this.next = first;
        this.repeat = repeat;
    }

    /** A write that is idempotent in itself. */
    RetryableWrite(Supplier<CompletableFuture<Void>> idempotent) {
        this(idempotent, idempotent);
    }

    /** Completes when the write is durable. Must not be called again before that. */
    CompletableFuture<Void> write() {
        if (durable) {
            return CompletableFuture.completedFuture(null);
        }
        Supplier<CompletableFuture<Void>> now = next;
        next = repeat;
        try {
            return now.get().thenRun(() -> durable = true);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
