package dev.tidings.core.meta;

import java.time.Instant;
import java.util.Optional;

/** A secret that a tenant's user tokens are signed with, found by the key id in a token's header. */
public record TokenSecret(String kid, String tenant, byte[] secret, Instant createdAt, Optional<Instant> revokedAt) {
    @Override
    public String toString() {
        return "TokenSecret[" + kid + ", secret [redacted]]";
    }
}
