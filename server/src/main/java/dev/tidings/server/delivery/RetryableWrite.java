package dev.tidings.server.delivery;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * One step of a group commit of the {@link OutcomeWriter} that may be called repeatedly. Does nothing once it has succeeded; after a failed
 * call it uses its second form, which marks events as redelivered.
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
