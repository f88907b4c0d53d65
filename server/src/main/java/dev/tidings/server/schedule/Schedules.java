package dev.tidings.server.schedule;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Adds, finds, cancels and moves scheduled notifications, which are appended to the log at their send time. Never blocks. A future fails
 * only if the outcome of the call is unknown; a repeated call returns it.
 */
public interface Schedules {

    /**
     * Durable when it completes: each goes into the log when it is due, not earlier, and takes effect once. Adding one again is idempotent,
     * even if it was cancelled or moved since.
     */
    CompletableFuture<Void> add(List<ScheduledRequest> notifications);

    /** Cancels it unless it is too late. A notification of another tenant is not found. */
    CompletableFuture<ScheduleChange> cancel(String tenant, UUID id);

    /** @param to not in the past; checked by the caller */
    CompletableFuture<ScheduleChange> move(String tenant, UUID id, Instant to);

    /** Finds it also for a while after it was due or cancelled; empty if it was never scheduled, or by another tenant. */
    CompletableFuture<Optional<ScheduledNotification>> find(String tenant, UUID id);
}
