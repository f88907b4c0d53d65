package dev.tidings.server.status;

import dev.tidings.server.inbox.Listing;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Answers what happened to a tenant's notifications. Never blocks. A notification is known from the moment it
 * is routed; one that is to be sent later, from the moment it is accepted.
 */
public interface Trace {
    CompletableFuture<Optional<NotificationDetails>> details(String tenant, UUID id);

    /** Empty if there is no such notification, or it was not for this user. */
    CompletableFuture<Optional<Deliveries>> deliveries(String tenant, UUID id, String user);

    /** Why it was decided so for this user, and what was tried. Empty as above. */
    CompletableFuture<Optional<Explanation>> why(String tenant, UUID id, String user);

    /** Whom it was for, by user id; empty if there is no such notification. */
    CompletableFuture<Optional<Listing<String>>> recipients(String tenant, UUID id, int limit, Optional<String> cursor);

    /** What one user is to be told later, soonest first. */
    CompletableFuture<Listing<ScheduledItem>> scheduled(String tenant, String user, int limit, Optional<String> cursor);

    /** What was sent since then, newest first. */
    CompletableFuture<Listing<SentItem>> sent(String tenant, Instant since, int limit, Optional<String> cursor);
}
