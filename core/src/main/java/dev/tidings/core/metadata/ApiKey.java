package dev.tidings.core.metadata;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * A tenant's API key, as stored: id, scopes, and hashes of its secret, never the secret itself. After a rotation the previous secret stays
 * valid for a while.
 *
 * @param id the public part of the key, used for the lookup
 * @param secretHash SHA-256 of the secret part
 * @param previousHash the hash from before the last rotation, valid until {@code previousUntil}
 */
public record ApiKey(
        String id,
        String tenant,
        String name,
        Set<ApiKeyScope> scopes,
        byte[] secretHash,
        Optional<byte[]> previousHash,
        Optional<Instant> previousUntil,
        Instant createdAt,
        Optional<Instant> revokedAt) {
    public ApiKey {
        scopes = Set.copyOf(scopes);
    }
}
