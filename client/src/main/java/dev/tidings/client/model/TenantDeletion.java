package dev.tidings.client.model;

import java.time.Instant;
import java.util.Map;

/**
 * The deletion of a tenant, running or complete.
 *
 * @param completedAt null while it is running
 * @param removed the number of removed rows, by kind of data
 */
public record TenantDeletion(
        String tenant, String id, String state, Instant requestedAt, Instant completedAt, Map<String, Long> removed) {
    public boolean isComplete() {
        return completedAt != null;
    }
}
