package dev.tidings.server.inbox;

import dev.tidings.core.model.StatusText;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/**
 * The routing decision and delivery states of one notification to a user, an item of {@link Inbox#history}.
 *
 * @param channels state by channel
 */
public record HistoryItem(UUID id, String type, Instant at, Instant decidedAt, Map<String, StatusText> channels) {
    public HistoryItem {
        channels = Map.copyOf(channels);
    }
}
