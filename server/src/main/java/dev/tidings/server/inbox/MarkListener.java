package dev.tidings.server.inbox;

import dev.tidings.core.model.UserKey;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** A listener for the marks that users set on their notifications. */
public interface MarkListener {
    MarkListener NONE = (user, notifications, mark) -> CompletableFuture.completedFuture(null);

    /**
     * Called before the mark is written, and again if the mark is retried. The future completes when the event is stored. Does not block.
     */
    CompletableFuture<Void> marking(UserKey user, List<UUID> notifications, Mark mark);
}
