package dev.tidings.server.deliver;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Something that is made durable once: taken again, it does nothing if it is, and is a repeat if nobody knows. */
final class Step {
    private final Supplier<CompletableFuture<Void>> repeat;
    private Supplier<CompletableFuture<Void>> next;
    /** Set by whoever makes it durable. */
    private volatile boolean durable;

    /** @param repeat how it is done after it was tried before */
    Step(Supplier<CompletableFuture<Void>> first, Supplier<CompletableFuture<Void>> repeat) {
        this.next = first;
        this.repeat = repeat;
    }

    /** The same each time: it can tell a repeat by itself. */
    Step(Supplier<CompletableFuture<Void>> each) {
        this(each, each);
    }

    /** Durable when it completes. Not to be called again before it does. */
    CompletableFuture<Void> take() {
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
