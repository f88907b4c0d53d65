package dev.tidings.server.explain;

import dev.tidings.core.model.ResultPage;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Looks up for the API a tenant's notifications: details, recipients, deliveries and explanations, and the lists of scheduled and sent
 * ones. Calls don't block. A notification is known once it is routed; a scheduled one, once it is accepted.
 */
public interface NotificationTrace {
    CompletableFuture<Optional<NotificationDetails>> details(String tenant, UUID id);

    /** Empty if there is no such notification, or it was not for this user. */
    CompletableFuture<Optional<UserDeliveries>> deliveries(String tenant, UUID id, String user);

    /** The routing decision for this user with its reasons, and the attempts. Empty as above. */
    CompletableFuture<Optional<Explanation>> explain(String tenant, UUID id, String user);

    /** The recipients by user id; empty if there is no such notification. */
    CompletableFuture<Optional<ResultPage<String>>> recipients(
            String tenant, UUID id, int limit, Optional<String> cursor);

    /** The notifications scheduled for one user, soonest first. */
    CompletableFuture<ResultPage<ScheduledItem>> scheduled(
            String tenant, String user, int limit, Optional<String> cursor);

    /** The notifications sent since a time, newest first. */
    CompletableFuture<ResultPage<SentItem>> sent(String tenant, Instant since, int limit, Optional<String> cursor);
}
