package dev.tidings.core.metadata;

import java.time.Instant;
import java.util.Optional;

/** A signing secret of a tenant's user tokens, looked up by the key id in a token's header. */
public record TokenSecret(String kid, String tenant, byte[] secret, Instant createdAt, Optional<Instant> revokedAt) {
    @Override
    public String toString() {
        return "TokenSecret[" + kid + ", secret [redacted]]";
    }
}
