package dev.tidings.core.metadata;

import java.time.Instant;
import java.util.Optional;

/**
 * A secret with which a tenant signs the tokens of its users, and with which the server verifies them. Looked up by the key id in a token's
 * header.
 */
public record TokenSecret(String kid, String tenant, byte[] secret, Instant createdAt, Optional<Instant> revokedAt) {
    @Override
    public String toString() {
        return "TokenSecret[" + kid + ", secret [redacted]]";
    }
}
