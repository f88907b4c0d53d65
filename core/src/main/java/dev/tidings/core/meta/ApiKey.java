package dev.tidings.core.meta;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * A tenant's key, without its secret: only hashes of that are kept.
 *
 * @param id the public part of the key, which finds it
 * @param secretHash SHA-256 of the secret part
 * @param previousHash of the secret before the last rotation, which is valid until {@code previousUntil}
 */
public record ApiKey(
        String id,
        String tenant,
        String name,
        Set<Scope> scopes,
        byte[] secretHash,
        Optional<byte[]> previousHash,
        Optional<Instant> previousUntil,
        Instant createdAt,
        Optional<Instant> revokedAt) {
    public ApiKey {
        scopes = Set.copyOf(scopes);
    }
}
