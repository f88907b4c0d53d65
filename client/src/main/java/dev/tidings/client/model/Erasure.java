package dev.tidings.client.model;

import java.time.Instant;
import java.util.Map;

/**
 * The erasure of a user, whose id it does not hold.
 *
 * @param state {@code running} or {@code complete}
 * @param completedAt when nothing of the user was left in any file; null before
 * @param removed the number of removed rows, by kind of data
 */
public record Erasure(String id, String state, Instant requestedAt, Instant completedAt, Map<String, Long> removed) {

    public boolean isComplete() {
        return "complete".equals(state);
    }
}
