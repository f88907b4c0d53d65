package dev.tidings.server.types;

import dev.tidings.core.model.NotificationType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Reads, stores and deletes the notification types of tenants, cached in memory, for the API and the workers. Does not block unless stated.
 */
public interface TypeService {

    /** By name, the default type included. */
    CompletableFuture<Map<String, NotificationType>> all(String tenant);

    /** The type of an accepted notification, for workers: may block. A deleted type is returned as it last was. */
    Optional<NotificationType> current(String tenant, String name);

    CompletableFuture<List<NotificationType>> list(String tenant);

    CompletableFuture<Void> put(String tenant, NotificationType type, String actor);

    CompletableFuture<Boolean> delete(String tenant, String name, String actor);
}
