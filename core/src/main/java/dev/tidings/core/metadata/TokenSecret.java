package dev.tidings.core.metadata;

import java.time.Instant;
import java.util.Optional;

/**
 * A secret with which a tenant signs the tokens of its users, and with which the server verifies them. Looked up by the key id in a token's
 * header.
 *
 * @param secret encrypted in the store
 */
public record TokenSecret(String kid, String tenant, byte[] secret, Instant createdAt, Optional<Instant> revokedAt) {
    public TokenSecret withSecret(byte[] other) {
        return new TokenSecret(kid, tenant, other, createdAt, revokedAt);
    }

    @Override
    public String toString() {
        return "TokenSecret[" + kid + ", secret [redacted]]";
    }
}
