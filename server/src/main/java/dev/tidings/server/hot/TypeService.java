package dev.tidings.server.hot;

import dev.tidings.core.model.NotificationType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The notification types of every tenant, from memory once they were read. Does not block unless said. */
public interface TypeService {

    /** By name, the default type included. */
    CompletableFuture<Map<String, NotificationType>> all(String tenant);

    /** For workers, about what was accepted: may block. A type that was deleted in the meantime is as it last was. */
    Optional<NotificationType> now(String tenant, String name);

    CompletableFuture<List<NotificationType>> list(String tenant);

    CompletableFuture<Void> put(String tenant, NotificationType type, String actor);

    CompletableFuture<Boolean> delete(String tenant, String name, String actor);
}
