package dev.tidings.server.intake;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Accepts send requests, singly or in batches, for the API, and returns a {@link SubmitResult} each. Never blocks; a future fails only if
 * the outcome of the request is unknown.
 */
public interface Intake {

    CompletableFuture<SubmitResult> submit(Sender sender, SendRequest request, Optional<String> idempotencyKey);

    /** Accepts a batch with one shared commit; each request has its own result, in the same order. */
    CompletableFuture<List<SubmitResult>> submitAll(Sender sender, List<SendRequest> requests);
}
