package dev.tidings.server.intake;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Accepts requests. Never blocks; a future fails only if it is not known what became of the request. */
public interface Intake {

    CompletableFuture<Submitted> submit(Sender sender, SendRequest request, Optional<String> idempotencyKey);

    /** Many at once, which share one trip to the disk; each has its own answer, in the same order. */
    CompletableFuture<List<Submitted>> submitAll(Sender sender, List<SendRequest> requests);
}
