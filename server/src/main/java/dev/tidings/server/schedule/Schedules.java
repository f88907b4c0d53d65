package dev.tidings.server.schedule;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Notifications that wait for their time. Never blocks. A future fails only if it is not known what became of the call; whoever
 * repeats it gets the answer.
 */
public interface Schedules {

    /**
     * Durable when it completes: each goes into the log when it is due, not before, and has its effect once. To add one again
     * changes nothing, also not if it was cancelled or moved since.
     */
    CompletableFuture<Void> add(List<Timed> notifications);

    /** Whether it will not be sent now. Another tenant's is not found. */
    CompletableFuture<Change> cancel(String tenant, UUID id);

    /** @param to not in the past; has to be checked before */
    CompletableFuture<Change> move(String tenant, UUID id, Instant to);

    /** Also for a while after it was due or cancelled; empty if it was never scheduled, or by another tenant. */
    CompletableFuture<Optional<Scheduled>> find(String tenant, UUID id);
}
