package dev.tidings.server.inbox;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/**
 * What happened to one of the user's notifications.
 *
 * @param channels channel to state, with the reason after a space: {@code delivered}, {@code suppressed opted_out}
 */
public record HistoryItem(UUID id, String type, Instant at, Instant decidedAt, Map<String, String> channels) {
    public HistoryItem {
        channels = Map.copyOf(channels);
    }
}
