package dev.tidings.client.model;

import java.time.Instant;
import java.util.List;

/**
 * An API key of a tenant.
 *
 * @param previousUntil the end of the validity of its previous secret
 * @param key only present when it was created or rotated
 */
public record ApiKey(
        String id,
        String name,
        List<Scope> scopes,
        Instant createdAt,
        Instant previousUntil,
        Instant revokedAt,
        String key) {
    /** Copies the scopes. */
    public ApiKey {
        scopes = scopes == null ? List.of() : List.copyOf(scopes);
    }
}
