package dev.tidings.server.inbox;

import dev.tidings.core.model.UserKey;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Who wants to know what users do with their notifications. */
public interface Marked {
    Marked NOBODY = (user, notifications, mark) -> CompletableFuture.completedFuture(null);

    /** Is told before it is written, and has noted it when it completes; told again if it is done again. Does not block. */
    CompletableFuture<Void> about(UserKey user, List<UUID> notifications, Mark mark);
}
