package dev.tidings.server.status;

import dev.tidings.server.inbox.Listing;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Answers what happened to a tenant's notifications. Never blocks. Known from the moment a notification is routed. */
public interface Trace {
    CompletableFuture<Optional<NotificationDetails>> details(String tenant, UUID id);

    /** Empty if there is no such notification, or it was not for this user. */
    CompletableFuture<Optional<Deliveries>> deliveries(String tenant, UUID id, String user);

    /** Whom it was for, by user id; empty if there is no such notification. */
    CompletableFuture<Optional<Listing<String>>> recipients(String tenant, UUID id, int limit, Optional<String> cursor);

    /** What was sent since then, newest first. */
    CompletableFuture<Listing<SentItem>> sent(String tenant, Instant since, int limit, Optional<String> cursor);
}
