package dev.tidings.server.inbox;

import dev.tidings.core.model.UserKey;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Called before a mark such as read or archived is written to the inbox, to store the webhook event about it. The mark is written only when
 * the returned future completes.
 */
public interface MarkListener {
    /**
     * Called before the mark is written, and again if the caller retries, so events may be duplicated but not lost. The mark is written
     * only after the future has completed, which means that the event is stored. Does not block.
     */
    CompletableFuture<Void> beforeMark(UserKey user, List<UUID> notifications, Mark mark);
}
